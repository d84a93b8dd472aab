package import Moonroute
package import ScriptHost

extension SpecRunner {
  /// Creates a headless host without loading its scripts; without a folder, there are none.
  package func makeHost(
    of folder: String?,
    in application: LinkRouter,
    loadsParts: Bool = true,
    log: @escaping @Sendable (LogEntry) -> Void = { _ in }
  ) throws -> ScriptHost {
    var scripts = HeadlessScripts(folder.map(ScriptSource.folder) ?? .texts(["main.lua": ""]))
    scripts.memoryBytes = memoryBytes
    scripts.loadsParts = loadsParts
    scripts.makeStorage = storage
    (scripts.log, scripts.logLimit) = (log, nil)
    return try scripts.host(in: application, offering: offering)
  }
}
