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
      LinkRoute(row.pattern).redirect(to: row.target)
      LinkRoute.page("/**rest")
    }
    let outcome = await router.open(row.location)
    #expect(outcome.way == row.way)
    #expect(outcome.status == .opened)
  }

  nonisolated static let climbing: [Static] = [
    Static(pattern: "/o/f-:id", target: "/n/:id", location: "/o/f-..", way: "/n/.."),
    Static(pattern: "/o/f-:id", target: "/n/:id", location: "/o/f-.", way: "/n/."),
    Static(pattern: "/o/f-:id", target: "/n/:id", location: "/o/f-%2e%2E", way: "/n/.."),
    Static(pattern: "/o/f-:id", target: "/n/:id/x", location: "/o/f-..", way: "/n/../x"),
    Static(pattern: "/o/f-:id", target: "/n/.:id", location: "/o/f-.", way: "/n/.."),
    Static(pattern: "/o/f-:id", target: "/n/%2e:id", location: "/o/f-.", way: "/n/%2e."),
    Static(pattern: "/o/f-:id", target: "/n/%2:id", location: "/o/f-e", way: "/n/%2e"),
    Static(pattern: "/o/:a-:b", target: "/n/:a:b", location: "/o/.-.", way: "/n/.."),
    Static(pattern: "/o(/f-:id)", target: "/n/:id", location: "/o/f-..", way: "/n/.."),
    Static(pattern: "/o/f-:id", target: "shop://n/:id", location: "/o/f-..", way: "shop://n/.."),
    Static(pattern: "/o/f-:id", target: "shop://:id/n", location: "/o/f-..", way: "shop://../n"),
    Static(pattern: "/o/f-:id", target: "./n/:id", location: "/o/f-..", way: "./n/.."),
    Static(pattern: "/o/**rest", target: "/:rest", location: "/o//x", way: "//x"),
    Static(pattern: "/o/**rest", target: "/n/:rest", location: "/o/x//", way: "/n/x/"),
  ]

  @Test(.bug(id: "border-0"), arguments: climbing)
  func `a parameter that changes the target of a static redirect ends the open`(
    row: Static
  ) async throws {
    let location = try Location(parsing: row.location)
    let error = RouterError(
      .badLocation,
      "'\(row.target)' becomes '\(row.way)' for '\(location)', which is a"
        + " different place: a parameter is '..', '.' or empty. Give the parameter a type,"
        + " such as ':id<slug>', or return a location from a function."
    )
    let redirecting = try Router.make({ _ in }) {
      LinkRoute(row.pattern).redirect(to: row.target)
      LinkRoute.page("/**rest")
    }
    let proxied = try Router.make {
      try $0.addRewriter(row.pattern, decision: .fixed(row.target))
    } routes: {
      LinkRoute.page("/**rest")
    }
    let guarded = try Router.make {
      try $0.addGuard(for: row.pattern, decision: .fixed(row.target))
    } routes: {
      LinkRoute.page("/**rest")
    }
    for router in [redirecting, proxied, guarded] {
      let outcome = await router.open(row.location)
      #expect(outcome.status == .failed)
      #expect(outcome.error?.code == error.code)
      #expect(outcome.error?.message == error.message)
      #expect(router.stage.screens.isEmpty)
    }
  }

  @Test(arguments: [
    Static(pattern: "/o/:id", target: "/n/:id", location: "/o/a..b", way: "/n/a..b"),
    Static(pattern: "/o/:id", target: "/n/:id", location: "/o/...", way: "/n/..."),
    Static(pattern: "/o/:id", target: "/n/:id", location: "/o/..%2F..", way: "/n/..%2F.."),
    Static(pattern: "/o/:id", target: "/n/:id", location: "/o/%252e%252e", way: "/n/%252e%252e"),
    Static(pattern: "/o/f-:id", target: "/n?from=:id", location: "/o/f-..", way: "/n?from=.."),
    Static(pattern: "/o/f-:id", target: "/n#:id", location: "/o/f-..", way: "/n#.."),
    Static(pattern: "/o/f-:id", target: "/n/v:id", location: "/o/f-..", way: "/n/v.."),
    Static(pattern: "/o/:id", target: "/n/../m/:id", location: "/o/1.5", way: "/m/1.5"),
    Static(
      pattern: "/o/:id",
      target: "https://:id.org/",
      location: "/o/a.b",
      way: "https://a.b.org/"
    ),
    Static(pattern: "/o/**rest", target: "/n/:rest", location: "/o/a//b", way: "/n/a//b"),
  ])
  func `harmless dots are allowed`(row: Static) async throws {
    let router = try Router.make({ _ in }) {
      LinkRoute(row.pattern).redirect(to: row.target)
      LinkRoute.page("/**rest")
    }
    let outcome = await router.open(row.location)
    #expect(outcome.way == row.way)
    #expect(outcome.status == .opened)
  }

  @Test(arguments: ["..", ".", "", "a/..", "%2e%2e", "..%2f"])
  func `a location made from parameters is another place, or invalid`(value: String) async throws {
    let router = try Router.make({ _ in }) {
      LinkRoute.page("/one/:p", name: "one")
      LinkRoute.page("/mixed/.:p", name: "mixed")
      LinkRoute.page("/many/**p", name: "many")
      LinkRoute.page("/maybe(/:p)/end", name: "maybe")
      LinkRoute.page("https://:p.org/", name: "host")
    }
    for name in ["one", "mixed", "many", "maybe", "host"] {
      for given in name == "many" ? [[.text(value)], ["a", .text(value)]] : [[Value.text(value)]] {
        let param: Value = name == "many" ? .table(ValueTable(items: given)) : given[0]
        do throws(RouterError) {
          let location = try router.location(to: name, ["p": param])
          let printed = await router.open(location.description)
          #expect(printed.location == location)
          #expect(printed.route?.name == name)
          #expect(printed.match.map { Value($0.params["p"] ?? .text("none")) } == param)
        } catch {
          #expect(error.code == .badLocation, "\(name): \(error)")
          let climbs = ["..", ".", ""].contains(value) || name == "host"
          #expect(climbs, "\(name): \(error)")
        }
      }
    }
  }

  @Test func `a static target with an unknown parameter is refused at load`() throws {
    let expected = RouterError(
      .unknownParameter,
      "'/new/:ident' uses ':ident', which '/old/:id' does not have. It has id."
    )
    let rules = RouterRules()
    #expect(throws: expected) {
      try rules.addRewriter("/old/:id", decision: .fixed("/new/:ident"))
    }
    let problems = #expect(throws: RouteProblems.self) {
      try rules.add(
        LinkRoute("/old/:id").redirect(to: "/new/:ident")
      )
    }
    #expect(problems?.problems.map(\.code) == [.unknownParameter])
  }

  @Test func `extra is kept, the query is not, and redirected_from is set`() async throws {
    let router = try Router.make({ _ in }) {
      LinkRoute("/a").redirect(to: "/b")
      LinkRoute("/b").redirect(to: "/c?own=1")
      LinkRoute.page("/c")
    }
    let outcome = await router.open("/a?x=1", options: OpenOptions(extra: "kept"))
    #expect(outcome.summary == "opened /c?own=1")
    #expect(outcome.way == "/b /c?own=1")
    #expect(outcome.screen?.state?.extra == "kept")
    #expect(outcome.screen?.state?.redirectedFrom == "/a?x=1")
  }

  @Test func `keep_query on the route keeps it, but the target's own items win`() async throws {
    let router = try Router.make({ _ in }) {
      LinkRoute("/a").redirect(to: "/b?x=2&own=1").with { $0.keepsQuery = true }
      LinkRoute.page("/b")
    }
    #expect(await router.open("/a?x=1&y=1&y=2").summary == "opened /b?x=2&own=1&y=1&y=2")
  }

  @Test func `keep_query also applies to guards from outside`() async throws {
    let router = try Router.make({ _ in }) {
      LinkRoute.page("/a", name: "a").with { $0.keepsQuery = true }
      LinkRoute.page("/b")
    }
    try router.rules.guard("a") { _ in .open("/b") }
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
      message: "The redirects form a loop: /a → /b → /a. One of them must let the location pass."
    ),
    Way(
      rule: "the whole chain is checked",
      targets: ["/a": "/b", "/b": "/c", "/c": "/b"],
      expected: "failed /c redirect_loop",
      message: "The redirects form a loop: /a → /b → /c → /b. One of them must let the"
        + " location pass."
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
        "More than 2 redirects: /a → /b → /c → /end. Shorten the chain, or raise the redirect limit."
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
  func `loops and long chains end`(row: Way) async throws {
    let router = try Router.make {
      $0.configuration.redirectLimit = row.limit
    } routes: {
      for (path, target) in row.targets.sorted(by: { $0.key < $1.key }) {
        LinkRoute(path).redirect(to: target)
      }
      LinkRoute.page("/end")
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
    #expect(throws: RouteProblems.self) {
      var configuration = RouterConfiguration()
      configuration.redirectLimit = limit
      _ = try LinkRouter(options: RouterOptions(configuration))
    }
  }

  @Test func `a rewritten location that returns to its first is a loop`() async throws {
    let router = try Router.make({ rules in
      try rules.proxy("/a") { _ in .rewrite(to: "/b") }
    }) {
      LinkRoute("/b").redirect(to: "/a")
    }
    #expect(await router.open("/a").summary == "failed /b redirect_loop")
  }
}
