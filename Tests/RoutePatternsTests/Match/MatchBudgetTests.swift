import RoutePatterns
import Testing

/// The budget of one look-up, in steps.
@Suite struct MatchBudgetTests {
  /// A table and a location that make a search expensive.
  struct Work: Sendable, CustomTestStringConvertible {
    let rule: String
    let templates: @Sendable (Int) -> [String]
    let path: @Sendable (Int) -> String
    var isCaseSensitive = true

    var testDescription: String { rule }

    /// Creates the table with a number of routes.
    func table(_ routes: Int) throws -> RouteTable {
      RouteTable(
        try templates(routes)
          .map { .init(pattern: try RoutePattern($0), isCaseSensitive: isCaseSensitive) }
      )
    }

    /// The number of steps for finding every route, within a limit.
    func steps(routes: Int, bytes: Int, limit: Int = .max) throws -> (count: Int, found: [Int]?) {
      try steps(in: try table(routes), bytes: bytes, limit: limit)
    }

    func steps(in table: RouteTable, bytes: Int, limit: Int) throws -> (count: Int, found: [Int]?) {
      var budget = MatchBudget(limit: limit)
      var matches = table.matches(try Location(parsing: path(bytes)))
      var found: [Int] = []
      while let match = matches.next(within: &budget) { found.append(match.entry) }
      return (limit - budget.left, budget.isSpent ? nil : found)
    }
  }

  private static func text(_ letter: String) -> @Sendable (Int) -> String {
    { "/" + String(repeating: letter, count: $0) }
  }

  static let works = [
    Work(
      rule: "constraints at one place",
      templates: { count in (0..<count).map { "/:id([a-z]*|x\($0))" } },
      path: text("a")
    ),
    Work(
      rule: "types at one place",
      templates: { count in (0..<count).map { "/:id<slug>/x\($0)" } },
      path: { "/" + String(repeating: "a", count: $0) + "/x1" }
    ),
    Work(
      rule: "lists at one place",
      templates: { count in (0..<count).map { "/:id<é\($0)|é>" } },
      path: text("é")
    ),
    Work(
      rule: "text and constraints in one segment",
      templates: { count in (0..<count).map { "/a:x(a*)a:y([a-z]*)b:z(.*|\($0))" } },
      path: text("a")
    ),
    Work(
      rule: "text and parameters in one segment",
      templates: { count in
        (0..<count).map { "/:x" + String(repeating: "-a", count: 10) + "-b\($0)" }
      },
      path: { "/" + String(repeating: "-a", count: $0 / 2) }
    ),
    Work(
      rule: "text other than ASCII in one segment",
      templates: { count in (0..<count).map { "/:x-éé\($0)" } },
      path: text("é")
    ),
    Work(
      rule: "literal text in any case",
      templates: { count in (0..<count).map { "/:x([a-z]*|\($0))/É" } },
      path: { "/" + String(repeating: "a", count: $0) + "/é" },
      isCaseSensitive: false
    ),
    Work(
      rule: "catch-alls",
      templates: { count in (0..<count).map { "/**a/:x(a*|\($0))/**b" } },
      path: { bytes in
        String(repeating: "/" + String(repeating: "a", count: bytes / 10), count: 10)
      }
    ),
    Work(
      rule: "optional parts",
      templates: { count in (0..<count).map { "/x(/:a(a*|\($0)))(/:b(a*))(/:c(a*))" } },
      path: { "/x/" + String(repeating: "a", count: $0) + "/a" }
    ),
    Work(
      rule: "hosts",
      templates: { count in (0..<count).map { "http://:h.x\($0 % 2)/:x([a-z]*|\($0))" } },
      path: { "http://h.x1/" + String(repeating: "a", count: $0) }
    ),
  ]

  @Test(arguments: works)
  func `the exact number of steps is enough, and one less is not`(work: Work) throws {
    let (count, found) = try work.steps(routes: 6, bytes: 100)
    #expect(count > 0)
    #expect(try work.steps(routes: 6, bytes: 100, limit: count).found == found)
    #expect(try work.steps(routes: 6, bytes: 100, limit: count - 1).found == nil)
  }

  @Test(arguments: works)
  func `a budget changes no result: it is complete or absent`(work: Work) throws {
    let (count, found) = try work.steps(routes: 5, bytes: 40)
    let table = try work.table(5)
    for limit in stride(from: 0, to: count, by: max(1, count / 200)) {
      #expect(try work.steps(in: table, bytes: 40, limit: limit).found == nil, "\(limit)")
    }
    #expect(found != nil)
  }

  @Test(arguments: works)
  func `twice the routes or twice the bytes take twice the steps`(work: Work) throws {
    let once = try work.steps(routes: 20, bytes: 100).count
    #expect(try work.steps(routes: 40, bytes: 100).count <= once * 21 / 10)
    #expect(try work.steps(routes: 20, bytes: 200).count <= once * 21 / 10)
  }

  @Test func `a look-up with too many steps finds nothing, and reports it`() throws {
    let constraint = "([a-z]*|"
    let table = RouteTable(
      try (0..<400).map { .init(pattern: try RoutePattern("/:id\(constraint)\($0))")) }
        + [.init(pattern: try RoutePattern("/:any"))]
    )
    let short = try Location(parsing: "/" + String(repeating: "a", count: 1_000) + "-")
    #expect(table.match(short)?.entry == 400)
    // A test that fails at the first byte does not count in full.
    let odd = try Location(parsing: "/" + String(repeating: "-", count: 60_000))
    #expect(table.match(odd)?.entry == 400)
    let long = try Location(parsing: "/" + String(repeating: "a", count: 60_000) + "-")
    var matches = table.matches(long)
    #expect(table.match(long) == nil)
    #expect(matches.next() == nil)
    #expect(matches.isCutShort)
  }

  @Test func `a single route cannot exceed the limit`() throws {
    let parameters = (0..<200).map { "a:p\($0)(a+)" }.joined()
    let accents = String(repeating: "é", count: 500)
    let templates = ["/:x(a*)a:y(a{1,2000})b", "/" + parameters, "/:x-\(accents)"]
    for (template, letter) in zip(templates, ["a", "a", "é"]) {
      let pattern = try RoutePattern(template)
      let location = try Location(parsing: "/" + String(repeating: letter, count: 10_000))
      var budget = MatchBudget()
      #expect(pattern.match(location, within: &budget) == nil)
      #expect(budget.isSpent, "\(template.prefix(40))")
      #expect(pattern.match(location) == nil)
      var matches = RouteTable([.init(pattern: pattern)]).matches(location)
      #expect(matches.next() == nil)
      #expect(matches.isCutShort)
    }
  }

  @Test func `most look-ups take no step`() throws {
    let table = RouteTable(
      try ["/", "/user/:id", "/user/:id/posts", "/about"]
        .map { .init(pattern: try RoutePattern($0)) }
    )
    for text in ["/", "/user/7", "/user/7/posts", "/about", "/nowhere/at/all"] {
      var budget = MatchBudget()
      var matches = table.matches(try Location(parsing: text))
      _ = matches.next(within: &budget)
      #expect(budget.left == MatchBudget.limit, "\(text)")
    }
  }
}
