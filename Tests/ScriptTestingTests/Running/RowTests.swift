import ScriptTesting
import Testing

/// Rows of `it.each` and `describe.each` with different numbers of entries.
@Suite struct RowTests {
  private func failures(_ spec: String) async throws -> [String] {
    try await SpecRun.of(spec).results.filter(\.hasFailed)
      .map { result in
        let line = result.diagnostics.trace.first?.split(separator: ":").last ?? "?"
        return "\(line): \(result.name): \(result.message ?? "")"
      }
  }

  @Test func `a row with more or fewer entries than most rows is an error at its line`()
    async throws
  {
    let failures = try await failures(
      """
      it.each({
        { 1, "a" },
        { 2 },
        { 3, "c" },
        { 4, "d", 5 },
      })("%s is %s", function(n, s) assert.is_string(s) end)
      """
    )
    #expect(
      failures == [
        "3: 2 is nil: row 2 has 1 entry, and the other rows have 2."
          + " A nil at the end does not count: write false, or add n = 2.",
        "5: 4 is d: row 4 has 3 entries, and the other rows have 2.",
      ]
    )
  }

  @Test func `a block has an error in place of the row, and a computed row is at the call`()
    async throws
  {
    let failures = try await failures(
      """
      local rows = { { 1 }, { 2, 3 } }
      describe.each { { 1, 2 }, { 2 } }("block %s", function(n)
        it.each { "a", { "b", "c" } }("%s", function() end)
      end)

      it.each(rows)("%s", function() end)
      """
    )
    #expect(
      failures.map { $0.prefix { $0 != "," } } == [
        "3: block 1 b: row 2 has 2 entries", "2: block 2: row 2 has 1 entry",
        "6: 2: row 2 has 2 entries",
      ]
    )
  }

  @Test func `n counts nils, and single values are rows of one entry`() async throws {
    let failures = try await failures(
      """
      it.each { { 1, nil, n = 2 }, { 1, 2 } }("%s and %s", function() end)
      it.each { 1, "b", false }("%s", function() end)
      it.each {}("%s", function() end)
      """
    )
    #expect(failures == [])
  }
}
