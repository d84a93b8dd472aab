import Moonroute
import RoutePatterns
import Testing

/// Links of the program that show the screens of their paths.
@MainActor @Suite struct CanonicalTests {
  private final class Seen { var lines: [String] = [] }

  private func router(
    isCanonical: Bool = true,
    _ setUp: (RouterRules) throws -> Void = { _ in }
  ) throws -> Router {
    try Router.make({ rules in
      try rules.configure { (configuration) throws(RouterError) in
        configuration.showsLinksAsPaths = isCanonical
        configuration.droppedQueryNames = ["utm_*"]
        try configuration.setHosts(["shop.example", "*.shop.example"])
        try configuration.setScheme("shop", fallback: true)
      }
      try setUp(rules)
    }) {
      LinkRoute.page("/", name: "home")
      LinkRoute.page("/product/:id<int>", name: "product", animator: .present)
      LinkRoute.page("/text/:text", name: "text")
      LinkRoute.page("/admin/:area", name: "admin") { LinkRoute.page("log", name: "log") }
      LinkRoute.page("/own", name: "own")
      LinkRoute.page("https://shop.example/own", name: "web")
      LinkRoute("/old").redirect(to: "https://shop.example/product/7")
      LinkRoute("/ad", query: ["utm_source": "string?"]).view("Ad").animator(.present)
    }
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let link: String
    let path: String

    var testDescription: String { link }
  }

  nonisolated static let rows = [
    Row(link: "https://shop.example/product/7", path: "/product/7"),
    Row(link: "HTTPS://m.Shop.Example:8443/product/7", path: "/product/7"),
    Row(link: "https://shop.example", path: "/"),
    Row(link: "https://shop.example/", path: "/"),
    Row(link: "shop://product/7", path: "/product/7"),
    Row(
      link: "https://shop.example/product/7?size=m&size=l&empty#top",
      path: "/product/7?size=m&size=l&empty#top"
    ),
    Row(link: "https://shop.example/product/7?utm_a=1&q=a%26b", path: "/product/7?utm_a=1&q=a%26b"),
    Row(
      link: "https://shop.example/ad?utm_source=mail&utm_a=1",
      path: "/ad?utm_source=mail&utm_a=1"
    ),
    Row(link: "https://shop.example/text/a%2Fb%20c", path: "/text/a%2Fb%20c"),
    Row(link: "https://shop.example/text/m%C3%BCll", path: "/text/müll"),
  ]

  @Test(arguments: rows)
  func `a link and its path show the same screen, once`(row: Row) async throws {
    let (byLink, byPath) = (try router(), try router())
    let link = await byLink.open(row.link)
    let path = await byPath.open(row.path)
    #expect(link.status == .opened)
    #expect(link.location == path.location)
    #expect(link.location?.description == path.location?.description)
    #expect(link.dropped == path.dropped)
    let state = try #require(byLink.stage.top?.state)
    #expect(state.location == byPath.stage.top?.state?.location)
    #expect(state.pathParams == byPath.stage.top?.state?.pathParams)
    #expect(byLink.stage.restorationState == byPath.stage.restorationState)
    let again = try router()
    for text in ["/text/below", row.link, row.path, row.link] { _ = await again.open(text) }
    let screens = again.stage.screens.map { $0.state?.location }
    #expect(screens.filter { $0 == state.location }.count == 1)
  }

  @Test(arguments: [
    ("https://shop.example/own", "/own"), ("https://shop.example/product/7", "/product/7"),
  ])
  func `a link stays complete without the setting`(link: String, path: String) async throws {
    let router = try router(isCanonical: false)
    #expect(await router.open(link).location?.description == link)
    #expect(router.stage.top?.state?.location.description == link)
  }

  @Test func `a link with a route of its own host stays complete`() async throws {
    let router = try router()
    let outcome = await router.open("https://shop.example/own")
    #expect(outcome.route?.name == "web")
    #expect(outcome.location?.description == "https://shop.example/own")
  }

  @Test func `a foreign host is not shown as a path`() async throws {
    let router = try Router.make({ $0.configuration.showsLinksAsPaths = true }) {
      LinkRoute.page("/a")
    }
    #expect(await router.open("https://any.example/a").location?.host == "any.example")
  }

  @Test func `every decision sees the complete link, and the view sees the path`() async throws {
    let seen = Seen()
    func note(_ state: RouteState) -> Decision {
      seen.lines.append("\(state.location)")
      return .proceed
    }
    let router = try router { rules in
      try rules.proxy("https://shop.example/**", note)
      try rules.guard("/product/**", note)
    }
    try router.rules.guard("product", note)
    _ = await router.open("https://shop.example/product/7?q=1")
    #expect(seen.lines == Array(repeating: "https://shop.example/product/7?q=1", count: 3))
    #expect(router.stage.top?.state?.location.description == "/product/7?q=1")
  }

  @Test(arguments: ["https://shop.example/admin/**", "https://*.example/**"])
  func `a link with a guard for its host stays complete, so that a recheck calls the guard`(
    pattern: String
  ) async throws {
    let seen = Seen()
    seen.lines = ["open"]
    let router = try router { rules in
      try rules.guard("/admin/**") { _ in .proceed }
      try rules.guard(pattern) { _ in seen.lines.isEmpty ? .stop() : .proceed }
    }
    let link = "https://shop.example/admin/x"
    _ = await router.open("/")
    #expect(await router.open(link).location?.description == link)
    #expect(router.stage.restorationState != .null)
    let saved = router.stage.restorationState
    seen.lines = []
    await router.revalidate()
    #expect(router.stage.top?.name != "admin")
    #expect(await router.open(link).status == .intercepted)
    #expect(try await router.restore(from: saved).contains(link))
  }

  @Test func `a guard for the host of a screen below runs for the complete link`() async throws {
    let seen = Seen()
    let router = try router { rules in
      try rules.guard("https://shop.example/admin/:area") { state in
        seen.lines.append("\(state.location)")
        return .stop()
      }
    }
    var options = OpenOptions()
    options.buildsStack = true
    let outcome = await router.open("https://shop.example/admin/x/log", options: options)
    #expect(outcome.status == .intercepted)
    #expect(seen.lines == ["https://shop.example/admin/x"])
  }

  @Test func `a redirect keeps the complete link for a return to it`() async throws {
    let router = try router()
    try router.rules.guard("product") { state in
      state.location.scheme == nil ? .proceed : .open("/text/login?back=1")
    }
    _ = await router.open("https://shop.example/product/7")
    let login = try #require(router.stage.top?.state)
    #expect(login.location.description == "/text/login?back=1")
    #expect(login.redirectedFrom?.description == "https://shop.example/product/7")
  }

  @Test func `a redirect to a link shows the path`() async throws {
    let router = try router()
    let outcome = await router.open("/old")
    #expect(outcome.location?.description == "/product/7")
    #expect(outcome.redirects.map(\.description) == ["https://shop.example/product/7"])
    #expect(router.stage.top?.state?.redirectedFrom?.description == "/old")
  }

  @Test func `a saved link of an earlier version returns with its path`() async throws {
    let before = try router(isCanonical: false)
    _ = await before.open("https://shop.example/product/7?q=1")
    let router = try router()
    #expect(try await router.restore(from: before.stage.restorationState).isEmpty)
    #expect(router.stage.find("product")?.location?.description == "/product/7?q=1")
    _ = await router.rebuildScreens()
    #expect(router.stage.find("product")?.location?.description == "/product/7?q=1")
  }
}
