import Testing

/// The rows of `MigrationFJRouter.md`.
@Suite struct FJRouterTests {
  static let rows: [Row] =
    patterns + locations + winning + names + redirects + redirectEnds + opening + stage + errors

  @Test(arguments: rows)
  func `a row is true`(row: Row) async throws {
    try await row.check()
  }
}
