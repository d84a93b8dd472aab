import Foundation
import LinkService
import Logging
import Moonroute
import RouterObservability
import ScriptHost

/// Resolves links over HTTP by the rules of a folder, and logs them.
public enum LinkServer {
  /// Starts the service.
  ///
  /// - Parameters:
  ///   - folder: The folder of the scripts.
  ///   - port: The port; 0 for any free port.
  ///   - logger: Logs resolved links, each line with the link's number.
  /// - Returns: The running service.
  /// - Throws: All problems of the scripts, or the reason why the port is not available.
  public static func start(
    rules folder: String,
    port: Int,
    logger: Logger
  ) async throws
    -> LinkService
  {
    var options = LinkServiceOptions()
    options.port = port
    options.router.instruments = RouterInstruments(logger: logger)
    let rules = URL(filePath: folder)
    return try await LinkService.start(options) { router in
      try ScriptHost(
        .folder(rules),
        in: router,
        options: ScriptOptions { entry in logger.info("\(entry.message)") }
      ) { offers in
        for name in ["Product", "Staff"] { offers.view(name) { _ in Screen(name) } }
      }
    }
  }
}
