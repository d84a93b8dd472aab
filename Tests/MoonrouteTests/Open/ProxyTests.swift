import Moonroute
import RoutePatterns
import TestSupport
import Testing

/// Semantics section 4, "proxies".
@MainActor @Suite struct ProxyTests {
  private func router(
    order: RouteTable.Order = .rank,
    _ log: Log,
    _ setUp: (RouterRules) throws -> Void
  ) throws -> Router {
    try Router.make {
      $0.configuration.order = order
      try setUp($0)
    } routes: {
      LinkRoute.page("/**rest", name: "any").with { $0.tags = ["Views", "Logs"] }
    }
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let rule: String
    let order: RouteTable.Order
    let priorities: [Int]
    let asked: [String]

    var testDescription: String { rule }
  }

  nonisolated static let cases = [
    Case(
      rule: "registration decides among equal priorities",
      order: .rank,
      priorities: [0, 0, 0],
      asked: ["0", "1", "2"]
    ),
    Case(
      rule: "priority, then registration; how exact a pattern is does not count",
      order: .rank,
      priorities: [0, 2, 1],
      asked: ["1", "2", "0"]
    ),
    Case(
      rule: "order = first means registration order as well",
      order: .first,
      priorities: [0, 2, 2],
      asked: ["1", "2", "0"]
    ),
    Case(
      rule: "order = last reverses",
      order: .last,
      priorities: [0, 0, 0],
      asked: ["2", "1", "0"]
    ),
    Case(
      rule: "order = last reverses after priority only",
      order: .last,
      priorities: [1, 0, 0],
      asked: ["0", "2", "1"]
    ),
  ]

  @Test(arguments: cases)
  func `proxies run by priority, then by registration`(row: Case) async throws {
    let log = Log()
    let router = try router(order: row.order, log) { rules in
      let patterns = ["/**", "/a/*", "/a/b"]
      for (index, priority) in row.priorities.enumerated() {
        try rules.proxy(patterns[index], priority: priority) { _ in
          log.add("\(index)")
          return .proceed
        }
      }
    }
    #expect(await router.open("/a/b").status == .opened)
    #expect(log.lines == row.asked)
  }

  @Test func `a later change of order applies`() async throws {
    let log = Log()
    let router = try router(log) { rules in
      for name in ["1", "2"] {
        try rules.proxy("/**") { _ in
          log.add(name)
          return .proceed
        }
      }
    }
    _ = await router.open("/a")
    router.rules.configuration.order = .last
    _ = await router.open("/a")
    #expect(log.lines == ["1", "2", "2", "1"])
  }

  @Test(arguments: [
    ([String](), ["all", "views"]), (["Views"], ["all", "views"]),
    (["Logs", "Views"], ["all", "views"]),
    (["Logs"], ["all"]),
  ])
  func `a proxy with tags is skipped only in opens restricted to other tags`(
    tags: [String],
    asked: [String]
  ) async throws {
    let log = Log()
    let router = try router(log) { rules in
      try rules.proxy("/a") { _ in
        log.add("all")
        return .proceed
      }
      try rules.proxy("/a", tags: ["Views", "Other"]) { _ in
        log.add("views")
        return .proceed
      }
    }
    _ = await router.open("/a", options: OpenOptions(tags: tags))
    #expect(log.lines == asked)
  }

  @Test func `a rewrite skips the remaining proxies, and is a step but not a redirect`()
    async throws
  {
    let log = Log()
    let router = try router(log) { rules in
      try rules.proxy("/a") { _ in .rewrite(to: "/b", query: ["k": "v"], extra: "new") }
      for pattern in ["/a", "/b"] {
        try rules.proxy(pattern) { _ in
          log.add(pattern)
          return .proceed
        }
      }
    }
    let outcome = await router.open("/a?x=1", options: OpenOptions(extra: "old"))
    #expect(outcome.summary == "opened /b?k=v")
    #expect(outcome.redirects.isEmpty)
    #expect(log.lines.isEmpty)
    #expect(outcome.screen?.state?.extra == "new")
    #expect(outcome.screen?.state?.redirectedFrom == nil)
    #expect(outcome.story.contains("proxy | /a | rewrite /b?k=v"))
  }

  @Test func `a rewrite without extra keeps the existing one`() async throws {
    let router = try router(Log()) { rules in
      try rules.proxy("/a") { _ in .rewrite(to: "/b") }
    }
    let outcome = await router.open("/a", options: OpenOptions(extra: "old"))
    #expect(outcome.screen?.state?.extra == "old")
  }

  @Test func `a plain location starts again at parsing, with proxies`() async throws {
    let log = Log()
    let router = try router(log) { rules in
      try rules.proxy("/a") { _ in .open("/b") }
      try rules.proxy("/b") { state in
        log.add("\(state.location) from \(state.redirectedFrom?.description ?? "")")
        return .proceed
      }
    }
    let outcome = await router.open("/a", options: OpenOptions(extra: "kept"))
    #expect(outcome.summary == "opened /b")
    #expect(outcome.way == "/b")
    #expect(log.lines == ["/b from /a"])
    #expect(outcome.screen?.state?.extra == "kept")
  }

  @Test func `a proxy also stops locations without a matching route`() async throws {
    let router = try Router.make({ rules in
      try rules.proxy("/**") { _ in .stop("closed") }
    }) {
      LinkRoute.page("/a")
    }
    #expect(await router.open("/nowhere").summary == "intercepted 'closed'")
  }

  @Test(arguments: ["/a", "shop://a", "https://example.com/a", "other://a"])
  func `a proxy without a scheme matches every scheme`(location: String) async throws {
    let router = try Router.make({ rules in
      try rules.proxy("/a") { _ in .stop() }
      try rules.proxy("shop://b") { _ in .stop() }
    }) {
      LinkRoute.page("shop://a")
      LinkRoute.page("/a")
    }
    #expect(await router.open(location).status == .intercepted)
  }

  @Test func `a proxy sees its own parameters`() async throws {
    let log = Log()
    let router = try router(log) { rules in
      try rules.proxy("/shop/:id<int>/**rest") { state in
        log.add("\(state.match[int: "id"] ?? 0) \(state.match.rest) \(state.route.pattern)")
        return .proceed
      }
    }
    _ = await router.open("/shop/7/x/y")
    #expect(log.lines == [#"7 ["x", "y"] /shop/:id<int>/**rest"#])
  }

  @Test func `a static proxy uses its pattern's parameters`() async throws {
    let router = try Router.make({ rules in
      try rules.addRewriter("/old/:id", decision: .fixed("/new/:id"))
    }) {
      LinkRoute.page("/new/:id", name: "new")
    }
    let outcome = await router.open("/old/a%2Fb%20c")
    #expect(outcome.params == ["id": .text("a/b c")])
    #expect(outcome.way == "/new/a%2Fb%20c")
  }

  @Test func `a route that a proxy adds takes part in the same open`() async throws {
    let rules = RouterRules()
    let router = Router(rules: rules, clock: SteppedClock())
    var asked = 0
    try rules.proxy("/billing/**") { _ in
      asked += 1
      if asked == 1 {
        try rules.add(LinkRoute.page("/billing/invoice/:id", name: "invoice"))
      }
      return .proceed
    }
    #expect(await router.open("/billing/invoice/7").summary == "opened /billing/invoice/7")
    #expect(await router.open("/billing/invoice/8").summary == "opened /billing/invoice/8")
    #expect(asked == 2)
  }
}
