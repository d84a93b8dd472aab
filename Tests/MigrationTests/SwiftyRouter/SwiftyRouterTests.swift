import Testing

/// The rows of `MigrationSwiftyURLRouter.md`.
@Suite struct SwiftyRouterTests {
  static let rows: [Row] = links + modules + answers

  @Test(arguments: rows)
  func `a row is true`(row: Row) async throws {
    try await row.check()
  }
}
