import Testing

/// The rows of `MigrationJLRoutes.md`.
@Suite struct JLRoutesTests {
  static let rows: [Row] = links + patterns + wildcards + namespaces + order + handlers

  @Test(arguments: rows)
  func `what a row says is so`(row: Row) async throws {
    try await row.check()
  }
}
