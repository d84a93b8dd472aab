import Testing

/// The rows of `MigrationURLNavigator.md`.
@Suite struct URLNavigatorTests {
  static let rows: [Row] = patterns + matching + pages

  @Test(arguments: rows)
  func `a row is true`(row: Row) async throws {
    try await row.check()
  }
}
