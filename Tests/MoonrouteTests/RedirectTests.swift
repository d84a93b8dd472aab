import Moonroute
import RoutePatterns
import Testing

/// Semantics section 4, "redirect", "static redirects", "go where I am", "loop, limit".
@MainActor @Suite struct RedirectTests {
  struct Static: Sendable, CustomTestStringConvertible {
    let pattern: String
    let target: String
    let location: String
    let way: String

    var testDescription: String { "\(pattern) to \(target) for \(location)" }
  }

  nonisolated static let statics: [Static] = [
    Static(pattern: "/o/:id", target: "/n/:id", location: "/o/7", way: "/n/7"),
    Static(pattern: "/o/:id<int>", target: "/n/:id", location: "/o/-7", way: "/n/-7"),
    Static(pattern: "/o/:id", target: "/n/:id", location: "/o/a%2Fb", way: "/n/a%2Fb"),
    Static(pattern: "/o/:id", target: "/n/:id", location: "/o/%3Fx%23y", way: "/n/%3Fx%23y"),
    Static(pattern: "/o/:id", target: "/n/:id", location: "/o/100%25", way: "/n/100%25"),
    Static(pattern: "/o/:id", target: "/n/:id", location: "/o/茶 1", way: "/n/茶%201"),
    Static(
      pattern: "/o/:id",
      target: "/n?from=:id&x=1",
      location: "/o/a&b=c+d",
      way: "/n?from=a%26b=c%2Bd&x=1"
    ),
    Static(pattern: "/o/:a/:b", target: "/n/:b-:a.html", location: "/o/1/2", way: "/n/2-1.html"),
    Static(pattern: "/o/**rest", target: "/n/:rest", location: "/o/a/b%2Fc", way: "/n/a/b%2Fc"),
    Static(pattern: "/o/**rest", target: "/n/:rest", location: "/o", way: "/n"),
    Static(pattern: "/o(/:id)", target: "/n/:id", location: "/o", way: "/n"),
    Static(pattern: "/o(/:id)", target: "/n/:id", location: "/o/7", way: "/n/7"),
    Static(pattern: "/o/:名字", target: "/n/:名字", location: "/o/小雨", way: "/n/小雨"),
    Static(pattern: "/o/:id", target: "shop://n/:id", location: "/o/7", way: "shop://n/7"),
    Static(
      pattern: "/o/:id",
      target: "shop://:id/n",
      location: "/o/a:b@c",
      way: "shop://a%3Ab%40c/n"
    ),
    Static(pattern: "/o/:id", target: "/at/12:30", location: "/o/7", way: "/at/12:30"),
    Static(
      pattern: "/o/:id",
      target: "https://n.org:8080/:id",
      location: "/o/7",
      way: "https://n.org:8080/7"
    ),
  ]

  @Test(arguments: statics)
  func `a static target's parameters are encoded`(row: Static) async throws {
    let router = try Router.make({ _ in }) {
      Route(row.pattern, redirectTo: row.target)
      Route.page("/**rest")
    }
    let outcome = await router.open(row.location)
    #expect(outcome.way == row.way)
    #expect(outcome.status == .opened)
  }

  @Test func `a static target with an unknown parameter is refused at load`() throws {
    let expected = RouterError(
      .unknownParameter,
      "'/new/:ident' uses ':ident', which '/old/:id' does not have. It has id."
    )
    let rules = RouterRules()
    #expect(throws: expected) {
      try rules.addProxy("/old/:id", decision: .fixed("/new/:ident"))
    }
    let problems = #expect(throws: RouteProblems.self) {
      try rules.add(Route("/old/:id", redirectTo: "/new/:ident"))
    }
    #expect(problems?.all.map(\.code) == [.unknownParameter])
  }

  @Test func `extra is kept, the query is not, and redirected_from tells`() async throws {
    let router = try Router.make({ _ in }) {
      Route("/a", redirectTo: "/b")
      Route("/b", redirectTo: "/c?own=1")
      Route.page("/c")
    }
    let outcome = await router.open("/a?x=1", options: OpenOptions(extra: "kept"))
    #expect(outcome.summary == "opened /c?own=1")
    #expect(outcome.way == "/b /c?own=1")
    #expect(outcome.screen?.state?.extra == "kept")
    #expect(outcome.screen?.state?.redirectedFrom == "/a?x=1")
  }

  @Test func `keep_query on the route keeps it, the target's own items win`() async throws {
    let router = try Router.make({ _ in }) {
      Route("/a", redirectTo: "/b?x=2&own=1").with { $0.keepsQuery = true }
      Route.page("/b")
    }
    #expect(await router.open("/a?x=1&y=1&y=2").summary == "opened /b?x=2&own=1&y=1&y=2")
  }

  @Test func `keep_query holds for guards from outside, too`() async throws {
    let router = try Router.make({ _ in }) {
      Route.page("/a", name: "a").with { $0.keepsQuery = true }
      Route.page("/b")
    }
    try router.rules.guard("a") { _ in .goTo("/b") }
    #expect(await router.open("/a?x=1").summary == "opened /b?x=1")
  }

  struct Way: Sendable, CustomTestStringConvertible {
    let rule: String
    var limit = 5
    let targets: [String: String]
    let expected: String
    var message: String?

    var testDescription: String { rule }
  }

  nonisolated static let ways: [Way] = [
    Way(
      rule: "a redirect to itself means stay",
      targets: ["/a": "/a"],
      expected: "failed /a no_view"
    ),
    Way(
      rule: "a redirect to itself after another one means stay",
      targets: ["/a": "/b", "/b": "/b"],
      expected: "failed /b no_view"
    ),
    Way(
      rule: "the first location counts for the loop",
      targets: ["/a": "/b", "/b": "/a"],
      expected: "failed /b redirect_loop",
      message: "The redirects run in a circle: /a → /b → /a. Let one of them go on."
    ),
    Way(
      rule: "the whole chain is looked at",
      targets: ["/a": "/b", "/b": "/c", "/c": "/b"],
      expected: "failed /c redirect_loop",
      message: "The redirects run in a circle: /a → /b → /c → /b. Let one of them go on."
    ),
    Way(
      rule: "the loop is checked before the limit",
      limit: 1,
      targets: ["/a": "/b", "/b": "/a"],
      expected: "failed /b redirect_loop"
    ),
    Way(
      rule: "as many redirects as the limit are fine",
      limit: 2,
      targets: ["/a": "/b", "/b": "/end"],
      expected: "opened /end"
    ),
    Way(
      rule: "one more is not, and the error shows the chain",
      limit: 2,
      targets: ["/a": "/b", "/b": "/c", "/c": "/end"],
      expected: "failed /c redirect_limit",
      message:
        "More than 2 redirects: /a → /b → /c → /end. Shorten the way, or raise redirect_limit."
    ),
    Way(
      rule: "five are fine without a setting",
      targets: ["/a": "/b", "/b": "/c", "/c": "/d", "/d": "/e", "/e": "/end"],
      expected: "opened /end"
    ),
    Way(
      rule: "six are not",
      targets: ["/a": "/b", "/b": "/c", "/c": "/d", "/d": "/e", "/e": "/f", "/f": "/end"],
      expected: "failed /f redirect_limit"
    ),
  ]

  @Test(arguments: ways)
  func `loops and long ways end`(row: Way) async throws {
    let router = try Router.make {
      $0.configuration.redirectLimit = row.limit
    } routes: {
      for (path, target) in row.targets.sorted(by: { $0.key < $1.key }) {
        Route(path, redirectTo: target)
      }
      Route.page("/end")
    }
    let outcome = await router.open("/a")
    #expect(outcome.summary == row.expected)
    if let message = row.message { #expect(outcome.error?.message == message) }
  }

  @Test(arguments: [0, -1])
  func `a limit below one is an error at load`(limit: Int) {
    var configuration = RouterConfiguration()
    configuration.redirectLimit = limit
    let error = #expect(throws: RouterError.self) { try configuration.check() }
    #expect(error?.message == "The redirect limit cannot be \(limit). Set it to 1 or more.")
    #expect(throws: RouterError.self) {
      var configuration = RouterConfiguration()
      configuration.redirectLimit = limit
      _ = try Application(configuration: configuration)
    }
  }

  @Test func `a rewritten location that leads back to its first is a loop`() async throws {
    let router = try Router.make({ rules in
      try rules.proxy("/a") { _ in .rewrite(Rewrite("/b")) }
    }) {
      Route("/b", redirectTo: "/a")
    }
    #expect(await router.open("/a").summary == "failed /b redirect_loop")
  }
}
