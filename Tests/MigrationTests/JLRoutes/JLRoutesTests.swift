import Testing

/// The rows of `MigrationJLRoutes.md`.
@Suite struct JLRoutesTests {
  static let rows: [Row] = links + patterns + wildcards + namespaces + order + handlers

  @Test(arguments: rows)
  func `a row is true`(row: Row) async throws {
    try await row.check()
  }
}
