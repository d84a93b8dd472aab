import Foundation
import Logging
import Moonroute
import RouterObservability
import ScriptHost

/// Resolves links by the rules of a folder: which screen a link leads to, without showing any.
public struct LinkResolver: Sendable {
  /// What a link leads to.
  public struct Answer: Codable, Equatable, Sendable {
    /// The screen, such as `Product`.
    public var view: String?
    /// The location at the end of all redirects.
    public var location: String?
    /// Why there is no screen.
    public var problem: String?
  }

  private let host: ScriptHost

  /// Loads the rules.
  ///
  /// - Parameters:
  ///   - folder: The folder of the scripts.
  ///   - logger: Where opened links are logged, each line with the link's number.
  /// - Throws: Every problem of the scripts.
  public init(rules folder: String, logger: Logger) async throws {
    host = try ScriptHost(scripts: .folder(folder)) { offers in
      offers.log = { entry in logger.info("\(entry.message)") }
      for name in ["Product", "Staff"] { offers.view(name) { _ in Screen(name) } }
    }
    try await host.load()
    await host.application.instrument(OpenInstruments(logger: logger))
  }

  /// Resolves a link.
  ///
  /// - Returns: The status of HTTP that fits, and what to answer.
  public func resolve(_ link: String) async -> (status: Int, answer: Answer) {
    do {
      let screen = try await host.application.build(link)
      return (200, Answer(view: screen.view, location: screen.location?.description))
    } catch {
      let status = error.code == .notFound ? 404 : error.code == .intercepted ? 403 : 400
      return (status, Answer(problem: error.message))
    }
  }
}
