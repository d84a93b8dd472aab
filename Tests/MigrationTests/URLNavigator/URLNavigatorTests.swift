import Testing

/// The rows of `MigrationURLNavigator.md`.
@Suite struct URLNavigatorTests {
  static let rows: [Row] = patterns + matching + pages

  @Test(arguments: rows)
  func `what a row says is so`(row: Row) async throws {
    try await row.check()
  }
}
