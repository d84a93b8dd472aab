import Moonroute
import RoutePatterns
import Testing

/// Semantics section 3 in opens: the match that is tried, and the reasons to decline.
@MainActor @Suite struct MatchOrderTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let rule: String
    var order = RouteTable.Order.rank
    let routes: [(path: String, priority: Int, tags: [String])]
    var tags: [String] = []
    let expected: String

    var testDescription: String { rule }
  }

  nonisolated static let cases: [Case] = [
    Case(
      rule: "the more specific pattern wins, wherever it is registered",
      routes: [("/**", 0, []), ("/:x", 0, []), ("/a", 0, [])],
      expected: "opened /a"
    ),
    Case(
      rule: "priority takes precedence",
      routes: [("/a", 0, []), ("/:x", 1, []), ("/**", -1, [])],
      expected: "opened /:x"
    ),
    Case(
      rule: "order = first is registration after priority",
      order: .first,
      routes: [("/:x", 0, []), ("/a", 0, [])],
      expected: "opened /:x"
    ),
    Case(
      rule: "order = last is the last registered after priority",
      order: .last,
      routes: [("/a", 0, []), ("/:x", 0, []), ("/**", -1, [])],
      expected: "opened /:x"
    ),
    Case(
      rule: "a restricted open counts only routes that have any of the tags",
      routes: [("/a", 0, []), ("/:x", 0, ["Views", "Other"]), ("/**", 0, ["Logs"])],
      tags: ["Logs", "Other"],
      expected: "opened /:x"
    ),
    Case(
      rule: "a location without a tagged route is not found",
      routes: [("/a", 0, ["Views"])],
      tags: ["Logs"],
      expected: "not_found"
    ),
    Case(
      rule: "tags are compared as written",
      routes: [("/a", 0, ["Views"])],
      tags: ["views"],
      expected: "not_found"
    ),
  ]

  @Test(arguments: cases)
  func `the winner is opened`(row: Case) async throws {
    let router = try Router.make({ $0.configuration.order = row.order }) {
      for route in row.routes {
        LinkRoute.page(route.path).with { ($0.priority, $0.tags) = (route.priority, route.tags) }
      }
    }
    let outcome = await router.open("/a", options: OpenOptions(tags: row.tags))
    let found = outcome.route.map { " \($0.pattern)" } ?? ""
    #expect(outcome.status.rawValue + found == row.expected)
  }

  @Test(arguments: [ActionAnswer.refused([false]), .declined])
  func `a declining action passes to the next match, with its guards`(
    answer: ActionAnswer
  ) async throws {
    let log = Log()
    let router = try Router.make({ _ in }) {
      LinkRoute("/a").with { $0.action = .immediate { _ in answer } }
      LinkRoute.page("/:x", name: "next")
        .with {
          $0.redirects = [
            .decided(
              .immediate { state in
                log.add(state.params["x"]?.text ?? "")
                return .proceed
              }
            )
          ]
        }
    }
    let outcome = await router.open("/a")
    #expect(outcome.name == "next")
    #expect(log.lines == ["a"])
    #expect(
      outcome.story == [
        "parse | /a", "match | /a | /a", "action | /a | declined", "match | next | /:x",
        "redirect | next | go on", "animator | next | root", "build | next | next",
        "show | next | root",
      ]
    )
  }

  @Test func `a guard of the next match stops it`() async throws {
    let router = try Router.make({ _ in }) {
      LinkRoute("/a").with { $0.action = .immediate { _ in .declined } }
      LinkRoute("/:x")
        .view { _ in Screen("X") }
        .guarded { _ in .stop("guarded") }
    }
    #expect(await router.open("/a").summary == "intercepted 'guarded'")
  }

  @Test func `only an action can decline`() async throws {
    let router = try Router.make({ _ in }) {
      LinkRoute("/a").view { _ in nil as Screen? }
      LinkRoute.page("/:x")
    }
    #expect(await router.open("/a").summary == "failed /a no_view")
  }

  @Test func `a parent with only children never matches itself`() async throws {
    let router = try Router.make({ _ in }) {
      LinkRoute("/a")
        .children { LinkRoute.page("b") }
    }
    #expect(await router.open("/a").status == .notFound)
    #expect(await router.open("/a/b").status == .opened)
  }

  struct Pair: Sendable, CustomTestStringConvertible {
    let rule: String
    var order = RouteTable.Order.rank
    var first = Field.view
    var second = Field.view
    var tags: ([String], [String]) = ([], [])
    var priority = 0
    var path = "/a/:y"
    var problem: String?
    var warning: String?

    enum Field: Sendable { case view, action }
    var testDescription: String { rule }
  }

  nonisolated static let pairs: [Pair] = [
    Pair(
      rule: "the second of two equal patterns is never reached",
      problem:
        "Route '/a/:y' is never reached because of '/a/:x' (main.lua:1). Remove one of them."
    ),
    Pair(
      rule: "it is reached if the first may decline",
      first: .action
    ),
    Pair(rule: "it is not reached if only the second may decline", second: .action, problem: ""),
    Pair(rule: "another type is another pattern", path: "/a/:y<int>"),
    Pair(rule: "another priority is another place", priority: 1),
    Pair(rule: "another scheme is another scope", path: "shop://a/:y"),
    Pair(rule: "an open with other tags reaches the second", tags: (["Views"], ["Logs"])),
    Pair(
      rule: "an open with shared tags does not reach the second",
      tags: (["Views", "Logs"], ["Logs"]),
      problem: ""
    ),
    Pair(
      rule: "order = first makes it a warning",
      order: .first,
      warning:
        "Route '/a/:y' is never reached because of '/a/:x' (main.lua:1). Remove one of them."
    ),
    Pair(
      rule: "order = last applies to the other one as well",
      order: .last,
      warning:
        "Route '/a/:x' (main.lua:1) is never reached because of '/a/:y'. Remove one of them."
    ),
  ]

  @Test(arguments: pairs)
  func `a route that is never reached is an error at load`(pair: Pair) throws {
    let rules = RouterRules()
    rules.configuration.order = pair.order
    func route(_ path: String, _ field: Pair.Field, _ tags: [String], line: Int) -> LinkRoute {
      var route = LinkRoute(path: path)
      switch field {
      case .view: route.view = .named("V")
      case .action: route.action = .immediate { _ in .declined }
      }
      (route.tags, route.site) = (tags, SourceSite(file: "main.lua", line: line))
      return route
    }
    try rules.add(route("/a/:x", pair.first, pair.tags.0, line: 1))
    var second = route(pair.path, pair.second, pair.tags.1, line: 2)
    second.priority = pair.priority
    if let problem = pair.problem {
      let thrown = #expect(throws: RouteProblems.self) { try rules.add(second) }
      #expect(thrown?.problems.map(\.code) == [.duplicate])
      #expect(thrown?.problems.first?.site?.line == 2)
      if !problem.isEmpty { #expect(thrown?.problems.first?.message == problem) }
    } else {
      #expect(throws: Never.self) { try rules.add(second) }
    }
    #expect(rules.warnings.map(\.message) == (pair.warning.map { [$0] } ?? []))
  }

  @Test func `a definition is registered completely or not at all, with all its problems`() throws {
    let rules = RouterRules()
    try rules.add(LinkRoute("/a", name: "a").view("A"))
    let line = #line - 1
    let problems = #expect(throws: RouteProblems.self) {
      try rules.add(
        LinkRoute.page("/b", name: "b") {
          LinkRoute.page("c", name: "a")
          LinkRoute(path: "d")
          LinkRoute.page("/e")
          LinkRoute.page("f", name: " ")
        }
      )
    }
    #expect(problems?.problems.map(\.code) == [.duplicate, .badPattern, .badPattern, .badPattern])
    #expect(
      problems?.problems.first?.message
        == "The name 'a' is taken by route '/a' (MoonrouteTests/MatchOrderTests.swift:\(line))."
        + " Choose another."
    )
    #expect(rules.routeNames == ["a"])
    #expect(rules.directory.index.routes.count == 1)
    #expect(throws: Never.self) { try rules.add(LinkRoute.page("/b/c", name: "b")) }
  }
}
