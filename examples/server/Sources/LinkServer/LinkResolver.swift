import Foundation
import Logging
import Moonroute
import RouterObservability
import ScriptHost

/// Resolves links to screens by the rules of a folder, without showing them.
public struct LinkResolver: Sendable {
  /// The destination of a link.
  public struct Answer: Codable, Equatable, Sendable {
    /// The screen, such as `Product`.
    public var view: String?
    /// The location at the end of all redirects.
    public var location: String?
    /// The reason why the link has no screen.
    public var problem: String?
  }

  private let host: ScriptHost

  /// Loads the rules.
  ///
  /// - Parameters:
  ///   - folder: The folder of the scripts.
  ///   - logger: Logs opened links, each line with the link's number.
  /// - Throws: All problems of the scripts.
  public init(rules folder: String, logger: Logger) async throws {
    let router = try LinkRouter(
      options: RouterOptions(instruments: RouterInstruments(logger: logger))
    )
    let options = ScriptOptions { entry in logger.info("\(entry.message)") }
    let rules = URL(filePath: folder)
    host = try ScriptHost(.folder(rules), in: router, options: options) { offers in
      for name in ["Product", "Staff"] { offers.view(name) { _ in Screen(name) } }
    }
    try await host.load()
  }

  /// Resolves a link.
  ///
  /// - Returns: The matching HTTP status, and the response.
  public func resolve(_ link: String) async -> (status: Int, answer: Answer) {
    do {
      let screen = try await host.router.build(link)
      return (200, Answer(view: screen.view, location: screen.location?.description))
    } catch {
      let status = error.code == .notFound ? 404 : error.code == .intercepted ? 403 : 400
      return (status, Answer(problem: error.message))
    }
  }
}
