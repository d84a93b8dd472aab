import MessageStream
import Testing

@testable import Rehearsal

@Suite struct AccessSnapshotTests {
  private func table(
    _ main: String,
    _ personas: String = "return { mei = {}, visitor = {} }"
  )
    async throws -> AccessTable
  {
    try await AccessRun(ProofScripts.of(["main.lua": main, "personas.lua": personas])).table()
  }

  @Test func `a snapshot has a line for each person, with the decisive rule`() async throws {
    let table = try await table(
      """
      router.route { name = "orders", path = "/orders", view = "Orders", redirect = function()
        return session.user ~= nil, "only\\nfor customers"
      end }
      router.route { path = "/p(/:n<int>)", action = function() error("at line 5") end }
      router.route { path = "/old", redirect = "/new?a=1" }
      router.route { name = "new", path = "/new", view = "New" }
      """,
      "return { ['a: b'] = {}, mei = { session = { user = 1 } } }"
    )
    let text = AccessSnapshot(of: table).text
    #expect(
      text == """
        # Who may open what. Written by moonroute access --save FILE; compare with --against FILE.

        /orders (orders)
          a\\u{3A} b: stopped: only for customers
            by the redirect of 'orders'
          mei: opens

        /p/1 (/p(/:n<int>))
          a\\u{3A} b: fails: script_error
            by the action of '/p(/:n<int>)'
          mei: fails: script_error
            by the action of '/p(/:n<int>)'

        /old (/old)
          a\\u{3A} b: sent to /new?a=1
            by the redirect of '/old'
          mei: sent to /new?a=1
            by the redirect of '/old'

        /new (new)
          a\\u{3A} b: opens
          mei: opens

        """
    )
    let read = try AccessSnapshot(parsing: text)
    #expect(read == AccessSnapshot(of: table))
    #expect(read.text == text)
    #expect(AccessDifference(from: read, to: table).isEmpty)
    let windows = text.split(separator: "\n", omittingEmptySubsequences: false)
      .joined(separator: "\r\n")
    #expect(try AccessSnapshot(parsing: windows) == read)
  }

  @Test(arguments: [
    ("", 1), ("# nothing", 1), ("  mei: opens", 1), ("/a (a)\n  mei opens", 2), ("/a", 1),
    ("/a (a)\n    by it", 2), ("/a (a)\n  mei: opens\n    by x\n    by y", 4), ("{}", 1),
    ("/a (a)\n  : opens", 2),
  ])
  func `an invalid snapshot is refused with its line`(_ text: String, _ line: Int) {
    let problem = #expect(throws: AccessSnapshotError.self) {
      try AccessSnapshot(parsing: text)
    }
    #expect(problem?.line == line)
  }

  @Test func `a problem's message contains a remedy`() {
    #expect(
      AccessSnapshotError(line: 3).description
        == "line 3 is not from an access snapshot. Write a new one with moonroute access --save."
    )
  }

  @Test func `another rule or error with the same result is not a difference`()
    async throws
  {
    let before = try await table(
      """
      router.route { path = "/a", view = "A", redirect = function() return false, "no" end }
      router.route { path = "/b", action = function() error("one") end }
      """
    )
    let now = try await table(
      """
      router.guard("/a", function() return false, "no" end)
      router.route { path = "/a", view = "A" }
      router.route { path = "/b", action = function() error("two") end }
      """
    )
    #expect(AccessDifference(from: AccessSnapshot(of: before), to: now).isEmpty)
  }

  @Test(arguments: [
    ("/login?back=1", "/login?back=1&token=2", "now with 'token'"),
    ("/login?back=1&token=2", "/login", "now without 'back' and 'token'"),
    ("/login", "/login?back=1", "now with 'back'"),
    ("/login?a=1&a=2", "/login?a=2", "now with another 'a'"),
    ("/login?a=1&b=2", "/login?b=3&c=4", "now with 'c', without 'a', with another 'b'"),
  ])
  func `a changed query of a redirect is reported`(
    old: String,
    new: String,
    words: String
  ) async throws {
    func table(_ target: String) async throws -> AccessTable {
      try await self.table(
        """
        router.route { path = "/login", view = "L" }
        router.route { path = "/a", view = "A", redirect = function() return "\(target)" end }
        """
      )
    }
    let before = AccessSnapshot(of: try await table(old))
    let text = AccessDifferenceReport(AccessDifference(from: before, to: try await table(new))).text
    #expect(text.contains("are now sent on from /a: sent to /login, \(words), since "), "\(text)")
  }

  @Test func `each change is reported with the old value`() async throws {
    let before = try await table(
      """
      router.route { path = "/a", view = "A" }
      router.route { path = "/b", view = "B", redirect = function() return false, "no" end }
      router.route { path = "/c", view = "C", redirect = "/a" }
      router.route { path = "/d", view = "D", redirect = function() return false, "early" end }
      router.route { path = "/gone", view = "E" }
      """
    )
    let now = try await table(
      """
      router.route { path = "/a", view = "A", redirect = function() return false end }
      router.route { path = "/b", view = "B" }
      router.route { path = "/c", view = "C", redirect = "/b" }
      router.route { path = "/d", view = "D", redirect = function() return false, "late" end }
      """,
      "return { anna = {}, mei = {} }"
    )
    let difference = AccessDifference(from: AccessSnapshot(of: before), to: now)
    #expect(
      AccessDifferenceReport(difference).text == """
        mei can now open /b, since the redirect of '/b' no longer runs; before: stopped: no
        mei can no longer open /a, since the redirect of '/a' stops it (main.lua:1); before: opens
        mei is now sent on from /c: sent to /b, since the redirect of '/c' redirects there (main.lua:3); \
        before: sent to /a
        mei is now stopped at /d: late, since the redirect of '/d' stops it (main.lua:4); before: \
        stopped: early
        anna is not in the snapshot
        visitor is in the snapshot, but no longer tried
        /gone (/gone) is in the snapshot, but no longer tried
        """
    )
    #expect(
      difference.json.map(\.line).first == """
        {"change":"access","location":"/a","route":"/a","person":"mei","before":"opens",\
        "now":"stopped","cause":"the redirect of '/a' stops it (main.lua:1)"}
        """
    )
    #expect(difference.json.count == 7)
  }
}
