import Testing

/// The rows of `MigrationSwiftyURLRouter.md`.
@Suite struct SwiftyRouterTests {
  static let rows: [Row] = links + modules + answers

  @Test(arguments: rows)
  func `what a row says is so`(row: Row) async throws {
    try await row.check()
  }
}
