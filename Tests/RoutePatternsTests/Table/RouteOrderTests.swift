import RoutePatterns
import Testing

/// The precedence of routes, in the order of section 3 in the page on routing semantics.
@Suite struct RouteOrderTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let rule: String
    let patterns: [String]
    let location: String
    /// All matching patterns, the winner first.
    let winners: [String]

    init(_ rule: String, _ patterns: [String], _ location: String, _ winners: [String]) {
      self.rule = rule
      self.patterns = patterns
      self.location = location
      self.winners = winners
    }

    var testDescription: String { "\(rule): \(location) in \(patterns)" }
  }

  private func table(_ patterns: [String], order: RouteTable.Order = .rank) throws -> RouteTable {
    RouteTable(try patterns.map { .init(pattern: try RoutePattern($0)) }, order: order)
  }

  private func winners(_ table: RouteTable, _ location: String) throws -> [String] {
    let location = try Location(parsing: location)
    let all = table.matches(location).map { table.entries[$0.entry].pattern.text }
    #expect(table.match(location).map { table.entries[$0.entry].pattern.text } == all.first)
    return all
  }

  @Test(arguments: [
    Case(
      "literal > literal with parameter > constrained > parameter > * > **",
      ["/**/z", "/*/z", "/:p/z", #"/:c(\d+)/z"#, "/@:m/z", "/7/z"],
      "/7/z",
      ["/7/z", #"/:c(\d+)/z"#, "/:p/z", "/*/z", "/**/z"]
    ),
    Case(
      "literal > literal with parameter > constrained > parameter > * > **",
      ["/**/z", "/*/z", "/:p/z", #"/:c(@\d+)/z"#, "/@:m/z"],
      "/@7/z",
      ["/@:m/z", #"/:c(@\d+)/z"#, "/:p/z", "/*/z", "/**/z"]
    ),
    Case("from the left", ["/:a/b/c", "/a/:b/:c"], "/a/b/c", ["/a/:b/:c", "/:a/b/c"]),
    Case("the end before *", ["/a/**", "/a"], "/a", ["/a", "/a/**"]),
    Case("the end before *", ["/**/a/*/a", "/**/a"], "/a/x/a", ["/**/a", "/**/a/*/a"]),
    Case("a segment before the end", ["/**/a", "/**/a/a"], "/a/a", ["/**/a/a", "/**/a"]),
    Case("optional parts as written out", ["/a/:x", "/a(/b)"], "/a/b", ["/a(/b)", "/a/:x"]),
    Case("optional parts as written out", ["/:x", "/a(/b)(/c)"], "/a", ["/a(/b)(/c)", "/:x"]),
    Case(
      "optional parts as written out",
      ["/a(/:x)/c", "/a/:y/:z"],
      "/a/b/c",
      ["/a(/:x)/c", "/a/:y/:z"]
    ),
    Case(
      "types rank alike",
      ["/:h<hex>", "/:i<int>", "/:l<7|8>"],
      "/7",
      [
        "/:h<hex>", "/:i<int>", "/:l<7|8>",
      ]
    ),
    Case(
      "types rank alike, so the next segment decides",
      ["/:h<hex>/:x", "/:i<int>/a"],
      "/7/a",
      ["/:i<int>/a", "/:h<hex>/:x"]
    ),
    Case("registration", ["/:x/b", "/:y/b"], "/a/b", ["/:x/b", "/:y/b"]),
    Case("registration", ["/@:x", "/:y@"], "/@a@", ["/@:x", "/:y@"]),
    Case("a dead end", ["/a/b/c", "/a/:x/d", "/:y/b/e"], "/a/b/e", ["/:y/b/e"]),
    Case("a dead end", ["/a/:i<int>/x", "/a/:s/y"], "/a/7/y", ["/a/:s/y"]),
    Case("a dead end", ["/a(/b)/c", "/:x/b/d"], "/a/b/d", ["/:x/b/d"]),
    Case("a dead end", ["/**/a/b", "/x/**"], "/x/a/c", ["/x/**"]),
    Case("nothing", ["/a", "/b"], "/c", []),
  ])
  func `segment classes decide from the left`(_ case: Case) throws {
    #expect(try winners(table(`case`.patterns), `case`.location) == `case`.winners)
  }

  @Test func `priority takes precedence over everything else`() throws {
    let table = RouteTable([
      .init(pattern: try RoutePattern("/a")),
      .init(pattern: try RoutePattern("/**"), priority: 1),
      .init(pattern: try RoutePattern("/:x"), priority: -1),
    ])
    #expect(table.winningOrder == [1, 0, 2])
    #expect(try winners(table, "/a") == ["/**", "/a", "/:x"])
  }

  @Test func `an exact host precedes an open one, and that precedes none`() throws {
    let table = try table([
      "https://a.example.com/:x", "https://:t.example.com/b", "https:///b", "https://*.*.com/b",
    ])
    #expect(table.winningOrder == [0, 1, 3, 2])
    #expect(
      try winners(table, "https://a.example.com/b") == [
        "https://a.example.com/:x", "https://:t.example.com/b", "https://*.*.com/b", "https:///b",
      ]
    )
  }

  @Test func `priority precedes the host`() throws {
    let table = RouteTable([
      .init(pattern: try RoutePattern("https://example.com/a")),
      .init(pattern: try RoutePattern("https://*.com/a"), priority: 1),
    ])
    #expect(try winners(table, "https://example.com/a").first == "https://*.com/a")
  }

  @Test func `order first and last use only registration after priority`() throws {
    let patterns = ["/:x", "/a", "/**"]
    #expect(try winners(table(patterns, order: .first), "/a") == ["/:x", "/a", "/**"])
    #expect(try winners(table(patterns, order: .last), "/a") == ["/**", "/a", "/:x"])
    let entries = [
      RouteTable.Entry(pattern: try RoutePattern("/:x")),
      RouteTable.Entry(pattern: try RoutePattern("/a"), priority: 1),
    ]
    #expect(RouteTable(entries, order: .first).winningOrder == [1, 0])
  }

  @Test func `of owned routes with one pattern, the newest wins`() throws {
    func entry(_ template: String, isOwned: Bool) throws -> RouteTable.Entry {
      var entry = RouteTable.Entry(pattern: try RoutePattern(template))
      entry.isOwned = isOwned
      return entry
    }
    let table = RouteTable([
      try entry("/:x", isOwned: false), try entry("/*y/**", isOwned: false),
      try entry("/:y", isOwned: true), try entry("/:z", isOwned: true),
    ])
    let location = try Location(parsing: "/a")
    #expect(table.matches(location).map(\.entry) == [3, 2, 0, 1])
  }

  @Test func `an owned route of another priority keeps its place`() throws {
    func entry(_ template: String, _ priority: Int, isOwned: Bool) throws -> RouteTable.Entry {
      var entry = RouteTable.Entry(pattern: try RoutePattern(template), priority: priority)
      entry.isOwned = isOwned
      return entry
    }
    let table = RouteTable([
      try entry("/:x<a|b>", 1, isOwned: true), try entry("/:y<a|c>", 0, isOwned: false),
      try entry("/:x<a|b>", 0, isOwned: false),
    ])
    let location = try Location(parsing: "/a")
    #expect(table.matches(location).map(\.entry) == [0, 1, 2])
  }

  @Test func `case counts unless the route ignores it`() throws {
    let table = RouteTable([
      .init(pattern: try RoutePattern("/User/:id"), isCaseSensitive: false),
      .init(pattern: try RoutePattern("/user/ÉTÉ"), isCaseSensitive: false),
      .init(pattern: try RoutePattern("/USER/:id")),
    ])
    #expect(try winners(table, "/user/A") == ["/User/:id"])
    #expect(try winners(table, "/USER/A") == ["/User/:id", "/USER/:id"])
    #expect(try winners(table, "/user/e\u{301}te\u{301}") == ["/user/ÉTÉ", "/User/:id"])
    let match = table.match(try Location(parsing: "/uSeR/AbC"))
    #expect(match?.params["id"] == .text("AbC"))
  }

  @Test func `the same table gives the same order on every build`() throws {
    let patterns = ["/:a", "/**", "/a", "/*/b", "/:n<int>", "/a(/b)", "/@:x"]
    let first = try table(patterns).winningOrder
    for _ in 0..<20 { #expect(try table(patterns).winningOrder == first) }
  }
}
