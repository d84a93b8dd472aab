package import Moonroute
package import ScriptHost

extension SpecRunner {
  /// Creates a headless host for an application's scripts without loading them.
  ///
  /// - Parameters:
  ///   - folder: The folder of the application, or `nil` for one without scripts.
  ///   - application: The application that the host belongs to.
  ///   - log: Receives all log entries. Default: none.
  /// - Returns: The host.
  /// - Throws: An error in the program's offers, or `memory_limit`.
  package func makeHost(
    of folder: String?,
    in application: Application,
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
