import Testing

/// The rows of `MigrationReerRouter.md`.
@Suite struct ReerRouterTests {
  static let rows: [Row] = keys + params + steps + watching + showing + registration

  @Test(arguments: rows)
  func `what a row says is so`(row: Row) async throws {
    try await row.check()
  }
}
