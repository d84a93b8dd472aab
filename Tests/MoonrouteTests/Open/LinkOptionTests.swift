import Moonroute
import RoutePatterns
import Testing

/// Semantics section 4: reserved query keys only apply in internal links, unless configured
/// otherwise.
@MainActor @Suite struct LinkOptionTests {
  private func router(
    _ options: RouterConfiguration.LinkOptions = .internalOnly
  ) throws -> Router {
    try Router.make({ rules in
      rules.configuration.linkOptions = options
      try rules.configure { configuration throws(RouterError) in
        try configuration.setHosts([
          "shop.example.com", "*.shop.example.com", "*.*", "bücher.example", "[::1]",
        ])
        try configuration.setScheme("declared")
        try configuration.setScheme("listed", hosts: ["a.example"])
      }
      try rules.proxy("other://proxied") { state in
        .rewrite(to: "/home", query: ["route_no_animation": "1"])
      }
    }) {
      LinkRoute.page("/home", name: "home")
      LinkRoute.page("tea://leaf")
      LinkRoute.page("https://:tenant.pattern.example/page")
      LinkRoute.page("https://:tenant.köln.example/page")
      LinkRoute.page("https://*.*/page")
      LinkRoute("/kept").redirect(to: "/nowhere").with { $0.keepsQuery = true }
      LinkRoute("/copied").redirect(to: "/nowhere?route_fallback_url=/home")
    }
  }

  /// The beginning of a location, and whether it is an internal link.
  nonisolated static let origins: [(String, Bool)] = [
    ("", true), ("tea:/", true), ("TEA:/", true), ("declared:/", true), ("unknown:/", false),
    ("https://shop.example.com", true), ("http://SHOP.example.com:8080", true),
    ("https://www.shop.example.com", true), ("https://example.com", false),
    ("https://shop.example.com.evil.example", false), ("https://evil.example", false),
    ("https://evilshop.example.com", false), ("https://shop.example.com@evil.example", false),
    ("https://x.pattern.example", true), ("http://x.pattern.example", false),
    ("https://a.x.pattern.example", false), ("listed://a.example", true),
    ("listed://b.example", false), ("https://any.thing", false), ("javascript:", false),
    ("https://xn--bcher-kva.example", true), ("https://BU\u{308}CHER.example.", true),
    ("https://bücher.example:8443", true), ("https://xn--mnchen-3ya.example", false),
    ("https://[0:0::1]:8080", true), ("https://[::2]", false),
    ("https://x.xn--kln-sna.example", true), ("https://x.koln.example", false),
  ]

  @Test(arguments: origins)
  func `a location is the application's own by scheme and host`(
    origin: String,
    isOwn: Bool
  ) async throws {
    let router = try router()
    let outcome = await router.open(origin + "/no/where?route_fallback_url=/home")
    #expect(outcome.status == (isOwn ? .fellBack : .notFound))
  }

  @Test(
    arguments: RouterConfiguration.LinkOptions.allCases,
    ["/", "https://evil.example/"]
  )
  func `the configuration decides whose options count`(
    options: RouterConfiguration.LinkOptions,
    origin: String
  ) async throws {
    let counts = options == .all || options == .internalOnly && origin == "/"
    let router = try router(options)
    _ = await router.open(origin + "home?route_no_animation=1")
    _ = await router.open("/home")
    let first = await router.open(origin + "nowhere?route_fallback_url=/home&route_no_animation=1")
    #expect(first.status == (counts ? .fellBack : .notFound))
    _ = await router.open("/home?route_no_animation=1")
    #expect(router.stage.transitions.last?.isAnimated == (options == .none))
  }

  @Test(arguments: [
    ("/kept?route_fallback_url=/home", true), ("/copied", true),
    ("https://evil.example/copied", true),
    ("https://evil.example/copied?route_fallback_url=/kept", true),
    ("declared://kept?route_fallback_url=/home", true),
  ])
  func `options that an author writes into a target count`(
    location: String,
    counts: Bool
  ) async throws {
    let outcome = await (try router()).open(location)
    #expect(outcome.status == .fellBack)
  }

  @Test func `options of a foreign link do not count after a redirect`() async throws {
    let router = try Router.make({ $0.configuration.linkOptions = .internalOnly }) {
      LinkRoute.page("/home")
      LinkRoute("/kept").redirect(to: "/nowhere").with { $0.keepsQuery = true }
      LinkRoute("/still").redirect(to: "/home").with { $0.keepsQuery = true }
    }
    let own = await router.open("/kept?route_fallback_url=/home")
    #expect(own.status == .fellBack)
    let other = await router.open("https://evil.example/kept?route_fallback_url=/home")
    #expect(other.status == .notFound)
    _ = await router.open("https://evil.example/still?route_no_animation=1")
    #expect(router.stage.transitions.last?.isAnimated == true)
    _ = await router.open("/still?route_no_animation=1")
    #expect(router.stage.transitions.last?.isAnimated == false)
  }

  @Test func `removing a route removes its scheme and its host from the own ones`() throws {
    let rules = RouterRules()
    let tea = try rules.add(
      LinkRoute("tea://leaf").view { _ in Screen("T") }
    )
    let host = try rules.add(
      LinkRoute("https://a.example/b").view { _ in Screen("A") }
    )
    let locations = try ["tea://leaf", "https://a.example/x"].map { try Location(parsing: $0) }
    #expect(locations.allSatisfy { rules.directory.index.isInternal($0) })
    tea.registration.cancel()
    host.registration.cancel()
    #expect(!locations.contains { rules.directory.index.isInternal($0) })
  }

  /// A text, and its location as an internal link, or `nil`.
  nonisolated static let texts: [(String, String?)] = [
    ("/home", "/home"), ("/home?a=1#f", "/home?a=1#f"), ("/nowhere", nil), ("home", nil), ("", nil),
    ("tea://leaf", "tea://leaf"), ("tea://stem", nil), ("declared://home", "declared://home"),
    ("unknown://home", nil), ("https://shop.example.com/home", "https://shop.example.com/home"),
    ("https://evil.example/home", nil), ("https://x.pattern.example/page", "same"),
    ("https://x.pattern.example/nopage", nil), ("//evil.example/home", nil),
    ("/\\evil.example/home", nil), ("https:/home", nil), ("javascript:alert(1)", nil),
    ("/home?route_no_animation=1&a=1&route_fallback_url=/x", "/home?a=1"),
    (
      "https://shop.example.com:8080/home?route_no_animation=1",
      "https://shop.example.com:8080/home"
    ),
    ("%FF", nil), ("/home\u{0}", nil), ("https://xn--999.example/home", nil),
    ("https://xn--bcher-kva.example./home", "https://bücher.example/home"),
    ("https://[0::1]:8080/home?route_no_animation=1", "https://[::1]:8080/home"),
  ]

  @Test(arguments: texts)
  func `own returns a location that is the application's own and matches a route`(
    text: String,
    expected: String?
  ) throws {
    let router = try router()
    let expected = expected == "same" ? text : expected
    #expect(router.recognize(text)?.description == expected)
    #expect(router.rules.directory.index.recognize(text)?.description == expected)
  }

  @Test func `own resolves relative text against the top of the stage`() async throws {
    let router = try router()
    _ = await router.open("tea://leaf")
    #expect(router.recognize("?a=1")?.description == "tea://leaf?a=1")
  }
}
