package import Moonroute
package import ScriptHost

extension SpecRunner {
  /// Creates a headless host without loading its scripts; without a folder, there are none.
  package func makeHost(
    of folder: String?,
    in application: LinkRouter,
    log: @escaping @Sendable (LogEntry) -> Void = { _ in }
  ) throws -> ScriptHost {
    var scripts = HeadlessScripts(folder.map(ScriptSource.folder) ?? .files(["main.lua": ""]))
    scripts.memoryBytes = memoryBytes
    scripts.makeStorage = storage
    return try scripts.host(in: application) { offers in
      offers.log = log
      offers.logLimit = nil
      offering(&offers)
    }
  }
}
