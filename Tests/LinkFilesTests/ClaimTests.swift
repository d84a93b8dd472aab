import Moonroute
import RoutePatterns
import Testing

@testable import LinkFiles

struct ClaimTests {
  private static var queried: LinkRoute {
    var route = LinkRoute("/find").view("X")
    route.query = ["q": "string"]
    return route
  }

  @Test func `claims are ordered so that the first match decides as the table does`() throws {
    let fixture = try LinkFixture(paths: [
      "/", "/product/:id", "/product/:id/reviews", "/docs/**", "/cart",
    ])
    #expect(
      fixture.apple == [
        "/docs/*", "!//?*", "!/?*//*", "!/?*/?*/?*/?*", "/product/?*/reviews",
        "/product/?*/reviews/",
        "!/?*/?*/?*", "/product/?*", "/product/?*/", "/cart", "/cart/", "/docs", "/docs/", "/",
      ]
    )
    #expect(
      fixture.android == [
        "/docs/*", "!//?*", "!/?*//*", "!/?*/?*//*", "!/?*/?*/?*//*", "!/?*/?*/?*/?*",
        "/product/?*/reviews", "/product/?*/reviews/", "!/?*/?*/?*", "/product/?*",
        "/product/?*/", "/cart", "/cart/", "/docs", "/docs/", "/",
      ]
    )
  }

  @Test(arguments: [
    ("/", ["/"]), ("/a", ["/a", "/a/"]), ("/a/*", ["/a/*", "/a", "/a/"]),
    ("/a/**rest", ["/a/*", "/a", "/a/"]), ("/**", ["/*"]),
    ("/a(/b)", ["/a/b", "/a/b/", "/a", "/a/"]), ("/a b", ["/a%20b", "/a%20b/"]),
    ("/ü b", ["/ü b", "/ü b/"]), ("/:a<x|y>", ["/$(a)", "/$(a)/"]),
    ("/:lang<de|en>", ["/$(lang1)", "/$(lang1)/"]), ("/a%2Ab", ["/a?b", "/a?b/"]),
    ("/@:u", ["!//*", "!/?*//*", "!/?*/?*", "/@?*", "/@?*/"]),
    ("/a/*/b", ["!//*", "!/?*//*", "!/?*/?*/?*/?*", "/a/?*/b", "/a/?*/b/"]),
    ("/a/**/b", ["/a/*/b", "/a/*/b/", "/a/b", "/a/b/"]),
    ("https://shop.example.com/x", ["/x", "/x/"]), ("https://other.example/x", []),
    ("shop://x", []),
  ])
  func `a pattern becomes claims for Apple`(pattern: String, paths: [String]) throws {
    #expect(try LinkFixture(paths: [pattern]).apple == paths)
  }

  @Test(arguments: [
    ("/a b", ["/a b", "/a b/"]), ("/ü", ["/ü", "/ü/"]),
    ("/:a<x|y>", ["/x", "/x/", "/y", "/y/"]), ("/a%2Ab", ["/a?b", "/a?b/"]),
    ("/:a<x|y>-:b<1|2>", ["/x-1", "/x-1/", "/x-2", "/x-2/", "/y-1", "/y-1/", "/y-2", "/y-2/"]),
  ])
  func `a pattern becomes claims for Android`(pattern: String, paths: [String]) throws {
    #expect(try LinkFixture(paths: [pattern]).android == paths)
  }

  @Test func `only routes for web links with work of their own are claimed`() throws {
    let fixture = try LinkFixture([
      LinkRoute("/view").view("X"), LinkRoute("/action").action { _ in nil },
      LinkRoute("/moved").redirect(to: "/view"),
      LinkRoute("/group").children { LinkRoute("in").view("X") },
      LinkRoute("/app").view("X").scheme("shop"), LinkRoute("/web").view("X").scheme("https"),
      LinkRoute("/secret").view("X").meta(["links": false]),
      LinkRoute("/open").view("X").meta(["links": true]),
    ])
    let paths = Set(fixture.apple.filter { !$0.hasSuffix("/") })
    #expect(paths == ["/view", "/action", "/moved", "/group/in", "/web", "!/secret", "/open"])
    #expect(fixture.apple.first == "!/secret")
  }

  @Test func `an exclusion does not hide a more exact route`() throws {
    let fixture = try LinkFixture([
      LinkRoute("/account/:page").view("X").meta(["links": false]),
      LinkRoute("/account/help").view("X"),
    ])
    #expect(
      fixture.apple == ["/account/help", "/account/help/", "!/account/?*", "!/account/?*/"]
    )
    #expect(fixture.checker().verdict(about: "/account/help").agrees)
    #expect(fixture.checker().verdict(about: "/account/x").agrees)
  }

  @Test func `proxies claim their patterns, except for proxies of everything`() throws {
    let fixture = try LinkFixture([LinkRoute("/a").view("X")])
    let stay = LinkRoute.Redirect.fixed("/a")
    try fixture.rules.addRewriter("/old/:x", decision: stay)
    try fixture.rules.addRewriter("/**", decision: stay)
    try fixture.rules.addRewriter("/app", scheme: "shop", decision: stay)
    #expect(fixture.apple.contains("/old/?*"))
    #expect(!fixture.apple.contains("/*") && !fixture.apple.contains("/app"))
    #expect(fixture.checker().verdict(about: "/old/1").table == .proxy(pattern: "/old/:x"))
    let none = LinkTable(of: fixture.rules, claimsProxies: false)
    let plan = LinkPlan(of: none, settings: fixture.settings)
    #expect(LinkFixture.paths(plan.files[0].apple.entries[0].components) == ["/a", "/a/"])
  }

  @Test func `hosts with different routes get different files`() throws {
    let fixture = try LinkFixture(
      [LinkRoute("/a").view("X"), LinkRoute("https://b.example/b").view("X")],
      hosts: ["a.example", "c.example", "b.example"]
    )
    let files = fixture.plan.files
    #expect(files.map(\.hosts) == [["a.example", "c.example"], ["b.example"]])
    let paths = files.map { LinkFixture.paths($0.apple.entries[0].components) }
    #expect(paths.map { $0.contains("/b") } == [false, true])
    let elsewhere = fixture.checker().verdict(about: "https://d.example/a")
    #expect(
      elsewhere.systems.map(\.decision)
        == Array(repeating: .stays("the files are for other hosts"), count: 2)
    )
  }

  @Test func `the intent filter covers every claim`() throws {
    let fixture = try LinkFixture(paths: ["/", "/product/:id", "/prod", "/a&b", "/shop/x"])
    #expect(
      fixture.plan.files[0].intentFilter == """
        <intent-filter android:autoVerify="true">
          <action android:name="android.intent.action.VIEW" />
          <category android:name="android.intent.category.DEFAULT" />
          <category android:name="android.intent.category.BROWSABLE" />
          <data android:scheme="https" />
          <data android:host="shop.example.com" />
          <data android:path="/" />
          <data android:pathPrefix="/a&amp;b" />
          <data android:pathPrefix="/prod" />
          <data android:pathPrefix="/shop" />
        </intent-filter>

        """
    )
  }

  @Test func `optional parts are written out in up to 64 ways`() throws {
    let six = "/a" + (0..<6).map { "(/\($0))" }.joined()
    #expect(try LinkFixture(paths: [six]).apple.count == 128)
    let seven = try LinkFixture(paths: [six + "(/6)"])
    #expect(seven.apple == ["/a/*", "/a", "/a/"])
    #expect(seven.plan.warnings.map(\.code) == ["too_many_forms"])
  }

  @Test(arguments: [
    (
      LinkRoute("/p/:id<int>/:day<date>").view("X"),
      """
      '/p/:id<int>/:day<date>': the systems do not know types and constraints, so they also open \
      the app for other values of 'id' and 'day'.
      """
    ),
    (
      LinkRoute("/r/:from-:to").view("X"),
      "'/r/:from-:to': a segment contains '?*' twice, and the systems may split it differently."
    ),
    (
      LinkRoute("/f/:name.json").view("X"),
      """
      '/f/:name.json': Android goes to the first '.' after the parameter and never back, so it \
      misses values that contain '.'.
      """
    ),
    (
      LinkRoute("/a").view("X").caseSensitive(false),
      "'/a' ignores case, but Android does not: it opens the app only for the case of the pattern."
    ),
    (
      LinkRoute("/a%2Ab").view("X"),
      """
      '/a%2Ab' contains '*', which the files cannot express. They have '?' instead, which matches any \
      character.
      """
    ),
    (
      queried,
      """
      '/find' declares its query, which does not decide whether the route matches: the files do not \
      mention it.
      """
    ),
    (
      LinkRoute("/:a<1|2|3|4|5|6|7|8|9>/:b<1|2|3|4|5|6|7|8>").view("X"),
      """
      '/:a<1|2|3|4|5|6|7|8|9>/:b<1|2|3|4|5|6|7|8>' has more than 64 combinations of listed values, \
      so Android opens the app for any value.
      """
    ),
    (
      LinkRoute("/a(/b)(/c)(/d)(/e)(/f)(/g)(/h)").view("X"),
      """
      '/a(/b)(/c)(/d)(/e)(/f)(/g)(/h)' has more than 64 forms, so its claim ends in '*' after the \
      first optional part.
      """
    ),
    (
      LinkRoute("/:a/b/**").view("X"),
      """
      '/:a/b/**': on Apple's systems, a parameter before other text and '**' may take several \
      segments, so the claim is too wide.
      """
    ),
    (
      LinkRoute("/a").view("X").meta(["links": false]),
      "apple-app-site-association: every component excludes links, so no link opens the app."
    ),
  ])
  func `a claim that differs from its route is a warning`(route: LinkRoute, text: String) throws {
    let warnings = try LinkFixture([route]).plan.warnings.map(\.description)
    #expect(warnings.contains(text), "\(warnings)")
  }

  @Test func `links that are matched by their fragment are a warning`() throws {
    let fixture = try LinkFixture(paths: ["/a"])
    fixture.rules.configuration.locationRules["https"].fragment = .path
    #expect(
      fixture.plan.warnings.map(\.description) == [
        "Links are matched by their fragment (fragment = \"path\"), but the systems compare only "
          + "the path before it."
      ]
    )
  }

  @Test func `a file beyond the limit is a warning`() throws {
    let fixture = try LinkFixture(paths: (0..<3_000).map { "/section\($0)/page" })
    let texts = fixture.plan.warnings.map(\.description)
    #expect(texts.count == 2)
    #expect(texts[0].hasPrefix("apple-app-site-association has "))
    #expect(
      texts[0]
        .hasSuffix(
          "more than the 131072 that devices read. Claim fewer paths: use '**' for a whole section, "
            + "or set meta.links = false."
        )
    )
  }

  @Test func `the files of others are compared with the table`() throws {
    let fixture = try LinkFixture(paths: ["/", "/user/:id"])
    let apple = """
      { "applinks": { "details": [{ "appIDs": ["TEAM123456.com.example.shop"], "components": [
        { "#": "no_universal_links", "exclude": true }, { "/": "/user/*" }, { "/": "/gone/*" },
        { "/": "/user/*a*b*c*d*e" }, { "/": "/user/?*-?*" }, { "/": "/us*" }, { "/": "*" }] }] } }
      """
    var read = LinkChecker.Read()
    read.apple = (AppleLinkFile(reading: Array(apple.utf8), name: "f"), "f")
    let checker = fixture.checker(read)
    #expect(
      checker.warnings.map(\.description) == [
        "f: components[3] \"/user/*a*b*c*d*e\": more than 4 '*' take devices a long time to compare.",
        "'/user/?*-?*': a segment contains '?*' twice, and the systems may split it differently.",
        "f: components[2] \"/gone/*\": no route matches the links that it claims.",
      ]
    )
    let different = checker.samples.joined().map(checker.verdict).filter { !$0.agrees }.map(\.link)
    #expect(
      different == [
        "https://shop.example.com/#no_universal_links", "https://shop.example.com/gone/x",
        "https://shop.example.com/usx", "https://shop.example.com/x",
      ]
    )
  }
}
