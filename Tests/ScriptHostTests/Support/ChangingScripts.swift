import Moonroute
import ScriptHost

/// An application with scripts that change between two loads.
struct ChangingScripts: Sendable {
  let router: LinkRouter

  init() throws { router = try .patient() }

  /// Loads a text as `main.lua`.
  ///
  /// - Returns: The problems: none, warnings, or errors.
  func load(
    _ main: String,
    offering: (inout HostOffers) -> Void = { _ in }
  ) async throws -> [String] {
    let host = try ScriptHost(.texts(["main.lua": main]), in: router, offering: offering)
    do {
      return try await host.load().map { "\($0.severity): \($0.message)" }
    } catch {
      return error.problems.map { "\($0.severity): \($0.message)" }
    }
  }

  /// Opens a location and returns a short result.
  func open(_ text: String) async -> String { (await router.open(text)).summary }

  /// The result of a line of Lua, or the text of its error.
  func evaluate(_ line: String) async throws -> String {
    let host = try ScriptHost(.texts([:]), in: router)
    do {
      return try await host.evaluate(line).joined(separator: ", ")
    } catch {
      return "\(error)"
    }
  }
}
