import Moonroute
import ScriptHost
import Testing

/// One row of a migration page, and the checks of its claim.
struct Row: Sendable, CustomTestStringConvertible {
  typealias Check = @MainActor @Sendable () async throws -> Void

  /// The row's name on the page, such as `FJ-07`.
  let id: String

  /// The claim in short.
  let claim: String

  private let checks: [Check]

  var testDescription: String { "\(id): \(claim)" }

  /// Describes a row.
  ///
  /// - Parameters:
  ///   - id: The row's name on the page.
  ///   - claim: The claim in short.
  ///   - checks: The variants that the row shows, each with its assertions.
  init(_ id: String, _ claim: String, _ checks: Check...) {
    self.id = id
    self.claim = claim
    self.checks = checks
  }

  /// Checks every variant that the row shows.
  @MainActor func check() async throws {
    #expect(!checks.isEmpty, "a row without a check")
    for check in checks { try await check() }
  }
}
