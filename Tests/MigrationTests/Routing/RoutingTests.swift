import Testing

/// The rows of `MigrationRouting.md`.
@Suite struct RoutingTests {
  static let rows: [Row] = patterns + maps + proxies + tags + owners + screens

  @Test(arguments: rows)
  func `a row is true`(row: Row) async throws {
    try await row.check()
  }
}
