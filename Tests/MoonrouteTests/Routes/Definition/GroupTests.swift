import Moonroute
import RoutePatterns
import Testing

/// Groups, modules, schemes and names: composing routes in Swift.
@MainActor @Suite struct GroupTests {
  struct Billing: RouteModule {
    var path: String { "billing" }
    var names: String { "billing." }
    var routes: [LinkRoute] {
      LinkRoute.page("", name: "home").with { $0.path = "start" }
      LinkRoute.page("invoices/:id<int>", name: "invoice") {
        LinkRoute.page("pdf", name: "pdf")
      }
      Taxes()
    }
  }

  struct Taxes: RouteModule {
    var path: String { "taxes" }
    var routes: [LinkRoute] { LinkRoute.page(":year<int>", name: "taxes") }
  }

  @Test func `a group shares its path, scheme, tags, notes and decisions`() async throws {
    let log = Log()
    let router = try Router.make({ _ in }) {
      LinkRoute.group("/admin") {
        LinkRoute.page("users", name: "users")
        LinkRoute.page("orders", name: "orders").with { $0.tags = ["Lists"] }
      }
      .scheme("shop")
      .tags("Views")
      .meta(ValueTable(fields: ["area": "admin"]))
      .guarded {
        log.add($0.target.route.label)
        return .proceed
      }
    }
    let outcome = await router.open("shop://admin/orders")
    #expect(outcome.name == "orders")
    #expect(outcome.route?.tags == ["Views", "Lists"])
    #expect(outcome.route?.meta["area"] == "admin")
    #expect(log.lines == ["orders"])
    #expect(await router.open("/admin/orders").status == .notFound)
    #expect(await router.open("shop://admin").status == .notFound)
  }

  @Test func `a group without a path only shares the rest`() async throws {
    let router = try Router.make({ _ in }) {
      LinkRoute.group { LinkRoute.page("a", name: "a") }
        .tags("Views")
    }
    #expect(await router.open("/a").route?.tags == ["Views"])
  }

  @Test func `a module is listed among routes, and mounted anywhere`() async throws {
    let router = try Router.make({ _ in }) {
      Billing()
      LinkRoute.mount(Billing(), at: "/old/billing", names: "old.")
    }
    #expect(await router.open("/billing/start").name == "billing.home")
    #expect(await router.open("/billing/invoices/7/pdf").name == "billing.pdf")
    #expect(await router.open("/billing/taxes/2024").name == "billing.taxes")
    #expect(await router.open("/old/billing/invoices/7").name == "old.invoice")
    #expect(try router.location(to: "billing.invoice", ["id": 7]) == "/billing/invoices/7")
  }

  struct Named: Sendable, CustomTestStringConvertible {
    let name: String
    var params: [String: Value] = [:]
    let expected: String

    var testDescription: String { "\(name) \(params) is \(expected)" }
  }

  nonisolated static let named = [
    Named(name: "user", params: ["id": 7], expected: "/user/7"),
    Named(name: "user", params: ["id": "7"], expected: "/user/7"),
    Named(name: "user", params: ["id": 7, "none": nil], expected: "/user/7"),
    Named(name: "user", params: ["id": "x"], expected: "wrong_type"),
    Named(name: "user", expected: "missing_parameter"),
    Named(name: "user", params: ["id": 7, "x": 1], expected: "unknown_parameter"),
    Named(name: "user", params: ["id": ["a": 1]], expected: "wrong_type"),
    Named(name: "usr", params: ["id": 7], expected: "unknown_name"),
    Named(name: "text", params: ["t": "a/b c?"], expected: "/text/a%2Fb%20c%3F"),
    Named(name: "text", params: ["t": ".."], expected: "bad_location"),
    Named(name: "rest", params: ["r": ["a", "b/c"]], expected: "/rest/a/b%2Fc"),
    Named(name: "shop", params: ["t": "x"], expected: "shop://x/y"),
    Named(
      name: "tenant",
      params: ["tenant": "acme", "id": 1],
      expected: "https://acme.example.com/1"
    ),
    Named(name: "fixed", params: ["id": 1], expected: "https://www.example.com/fixed/1"),
  ]

  @Test(arguments: named)
  func `a name and parameters make a location that leads back to them`(row: Named) async throws {
    let router = try Router.make({ _ in }) {
      LinkRoute.page("/user/:id<int>", name: "user")
      LinkRoute.page("/text/:t", name: "text")
      LinkRoute.page("/rest/**r", name: "rest")
      LinkRoute.page("shop://:t/y", name: "shop")
      LinkRoute.page("/:id<int>", name: "tenant")
        .with { ($0.scheme, $0.host) = ("https", ":tenant.example.com") }
      LinkRoute.page("/fixed/:id<int>", name: "fixed")
        .with { ($0.scheme, $0.host) = ("https", "www.example.com") }
    }
    do {
      let location = try router.location(to: row.name, row.params)
      #expect(location.description == row.expected)
      let outcome = await router.open(location)
      #expect(outcome.name == row.name)
      #expect(outcome.params.count == row.params.count { !$0.value.isNull })
    } catch {
      #expect(error.code.rawValue == row.expected)
    }
  }

  @Test func `a location can have a query, a fragment and a scheme`() async throws {
    let router = try Router.make({ _ in }) { LinkRoute.page("/user/:id", name: "user") }
    let location = try router.location(
      to: "user",
      ["id": 7],
      query: ["b": "1", "a": "2 3"],
      fragment: "top",
      scheme: "https",
      host: "example.com"
    )
    #expect(location.description == "https://example.com/user/7?b=1&a=2%203#top")
  }

  @Test func `without a scheme, a host with a parameter becomes part of the path`() throws {
    let rules = RouterRules()
    let problems = #expect(throws: RouteProblems.self) {
      try rules.add(LinkRoute.page("/a").with { $0.host = ":tenant.example.com" })
    }
    #expect(
      problems?.problems.first?.message
        == "The host ':tenant.example.com' has a parameter. Write '*' instead, or put the whole"
        + " host in the path of the outermost route: 'https://:tenant.example.com/…'."
    )
  }

  @Test func `each scheme decides on fallback, authority, hosts and fragment`() async throws {
    let router = try Router.make({ rules in
      try rules.configure { configuration throws(RouterError) in
        try configuration.setScheme("Strict", fallback: false)
        try configuration.setScheme("fixed", hosts: ["app"])
        try configuration.setScheme("hash", fragment: .path)
        try configuration.setScheme("none", authority: .ignore)
        try configuration.setHosts(["example.com"])
      }
    }) {
      LinkRoute.page("/user/:id", name: "user")
      LinkRoute.page("fixed://app/only", name: "only")
    }
    let expected = [
      "strict://user/7": nil, "other://user/7": "user", "fixed://app/only": "only",
      "fixed://apple/only": nil, "hash://x#/user/7": "user", "none://x/user/7": "user",
      "https://example.com/user/7": "user", "https://evil.org/user/7": nil, "/user/7": "user",
    ]
    for (location, name) in expected {
      #expect(await router.open(location).name == name, "\(location)")
      #expect(
        router.rules.directory.index.match(Location(stringLiteral: location)) == nil || name != nil
      )
    }
  }

  @Test func `an invalid scheme or host is refused`() {
    var configuration = RouterConfiguration()
    let scheme = #expect(throws: RouterError.self) { try configuration.setScheme("1x") }
    #expect(
      scheme?.message
        == "'1x' is not a scheme. Write a letter, then letters, digits, '+', '-' or '.'."
    )
    let host = #expect(throws: RouterError.self) { try configuration.setHosts(["a b..c"]) }
    #expect(host?.message == "'a b..c' is not a host. Write \"example.com\" or \"*.example.com\".")
  }
}
