package import Moonroute
package import ScriptHost

extension SpecRunner {
  /// Makes a host without a screen for the scripts of an application, as specs have it; nothing is
  /// loaded yet.
  ///
  /// - Parameters:
  ///   - folder: The folder of the application; `nil`: one without scripts.
  ///   - application: The application to which the host belongs.
  ///   - log: Takes all that is logged. Default: nothing does.
  /// - Returns: The host.
  /// - Throws: What is wrong with the program's offers, or `memory_limit`.
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
