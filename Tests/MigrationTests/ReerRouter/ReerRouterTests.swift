import Testing

/// The rows of `MigrationReerRouter.md`.
@Suite struct ReerRouterTests {
  static let rows: [Row] = keys + params + steps + watching + showing + registration

  @Test(arguments: rows)
  func `a row is true`(row: Row) async throws {
    try await row.check()
  }
}
