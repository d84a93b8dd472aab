import Moonroute
import RoutePatterns
import TestSupport
import Testing
import TextTools

/// Semantics section 4, "guards": a guard on a pattern matches every spelling that a route accepts.
@MainActor @Suite struct GuardSpellingTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let pattern: String
    let key: String
    let location: String
    var isCaseSensitive = false
    var isAsked = true

    init(
      _ pattern: String,
      _ key: String,
      _ location: String,
      isCaseSensitive: Bool = false,
      isAsked: Bool = true
    ) {
      (self.pattern, self.key, self.location) = (pattern, key, location)
      (self.isCaseSensitive, self.isAsked) = (isCaseSensitive, isAsked)
    }

    var testDescription: String { "\(location) of \(pattern) with a guard on \(key)" }
  }

  nonisolated static let cases: [Case] = [
    // Case.
    Case("/secret", "/secret", "/SECRET"),
    Case("/secret", "/SECRET", "/secret"),
    Case("/Secret", "/sECRET", "/secret"),
    Case("/secret", "/secret", "/SECRET/"),
    Case("/secret", "/secret", "/%53ecre%54?x=1#y"),
    Case("/secret", "/secret", "/x/../SECRET/."),
    Case("/secret", "/secret", "HTTPS://Any.Org/SECRET"),
    Case("/secret", "/secret", "shop://SECRET"),
    Case("/secret", "https://*.org/secret", "https://any.org/SECRET"),
    Case("/secret", "shop://secret", "SHOP://secreT"),
    Case("/secret/:id", "/secret/**", "/SECRET/7"),
    Case("/secret/:id", "/secret/:any", "/SECRET/a%2Fb"),
    Case("/secret(/:id)", "/secret(/:id)", "/SECRET"),
    Case("/secret(/:id)", "/secret(/x)", "/SECRET/x"),
    Case("/secret/**rest", "/secret/**", "/SECRET//x"),
    Case("/a b/+", "/a b/+", "/A%20B/+"),
    Case("/s-:id", "/s-:id", "/S-7"),
    Case("/s-:id", "/s-7", "/S-7"),
    Case("/straße", "/Straße", "/STRAßE"),
    Case("/users/:name", "/users/admin", "/USERS/admin"),
    // Guards that test literal text of the route.
    Case("/admin/:id", "/:area<admin|staff>/**", "/ADMIN/7"),
    Case("/ADMIN/:id", "/:area<Admin|Staff>/**", "/admin/7"),
    Case("/admin", "/:area([A-Z][a-z]+)", "/admin"),
    Case("/admin", "/:area([a-z]+)", "/ADMIN"),
    Case("/admin-zone", "/:area([A-Z][a-z]+)-zone", "/admin-ZONE"),
    Case("/admin", "/:area<role>", "/ADMIN"),
    // Guards distinguish the spellings that a route distinguishes.
    Case("/:area", "/:area<admin|staff>", "/ADMIN", isAsked: false),
    Case("/:code/x", "/:code([A-Z]+)/x", "/abc/X", isAsked: false),
    Case("/secret", "/secrets", "/SECRET", isAsked: false),
    Case("/:word", "/secret", "/SECRET", isCaseSensitive: true, isAsked: false),
    // Equal values of a type.
    Case("/user/:id<int>", "/user/7", "/user/007", isCaseSensitive: true),
    Case("/user/:id<int>", "/user/0", "/user/-0", isCaseSensitive: true),
    Case("/n/:v<number>", "/n/0", "/n/-0", isCaseSensitive: true),
    Case("/n/:v<number>", "/n/0", "/n/-0.0", isCaseSensitive: true),
    Case("/at/:x<number>", "/at/1.5", "/at/1.50", isCaseSensitive: true),
    Case("/at/:x<number>", "/at/2", "/at/2.0", isCaseSensitive: true),
    Case("/user-:id<int>", "/user-7", "/user-07", isCaseSensitive: true),
    Case(
      "/doc/:id<uuid>",
      "/doc/00000000-0000-0000-0000-00000000000a",
      "/doc/00000000-0000-0000-0000-00000000000A",
      isCaseSensitive: true
    ),
    Case("/user/:id<int>", "/user/7", "/user/70", isCaseSensitive: true, isAsked: false),
    Case("/user/:id", "/user/7", "/user/007", isCaseSensitive: true, isAsked: false),
    // Canonical equivalence.
    Case("/caf\u{E9}", "/cafe\u{301}", "/caf\u{E9}", isCaseSensitive: true),
    Case("/caf\u{E9}", "/:x<caf\u{E9}|bar>", "/cafe\u{301}", isCaseSensitive: true),
    Case("/caf\u{E9}", "/:x(caf\u{E9})", "/cafe\u{301}", isCaseSensitive: true),
    Case("/caf\u{E9}", "/cafe\u{301}", "/CAFE\u{301}"),
    // Hosts.
    Case("/a/:x", "https://m\u{FC}ll.example/a/**", "https://xn--mll-hoa.example/a/1"),
    Case("/a/:x", "https://XN--MLL-HOA.example/a/**", "https://m\u{FC}ll.example/a/1"),
    Case("/a/:x", "https://m\u{FC}ll.example/a/**", "https://MU\u{308}LL.example./a/1"),
    Case("/a/:x", "https://m\u{FC}ll.example/a/**", "https://m%C3%BCll\u{3002}example:8080/a/1"),
    Case(
      "https://:h.example/a/:x",
      "https://m\u{FC}ll.example/**",
      "https://xn--mll-hoa.example/a/1"
    ),
    Case("/a/:x", "https://*.m\u{FC}ll.example/**", "https://b.xn--mll-hoa.example/a/1"),
    Case("/a/:x", "https://a.example/a/**", "https://a.example./a/1"),
    Case("/a/:x", "https://a.example/a/**", "https://ａ．example/a/1"),
    Case("/a/:x", "https://[::1]/a/**", "https://[0:0:0:0:0:0:0:1]:8080/a/1"),
    Case("/a/:x", "https://m\u{FC}ll.example/a/**", "https://mull.example/a/1", isAsked: false),
    Case("/a/:x", "https://[::1]/a/**", "https://[::2]/a/1", isAsked: false),
  ]

  @Test(.bug(id: "border-0"), arguments: cases)
  func `a guard on a pattern runs for every location that the route matches`(row: Case) async throws
  {
    for isAddedBefore in [true, false] {
      let rules = RouterRules()
      try rules.types.define("role", oneOf: ["Admin", "Staff"])
      func guarded() throws { try rules.guard(row.key) { _ in .stop() } }
      if isAddedBefore { try guarded() }
      try rules.add(LinkRoute.page(row.pattern).with { $0.isCaseSensitive = row.isCaseSensitive })
      if !isAddedBefore { try guarded() }
      let router = Router(rules: rules, clock: SteppedClock())
      let expected: Outcome.Status = row.isAsked ? .intercepted : .opened
      #expect(await router.open(row.location).status == expected)
      let built = try? await router.build(row.location)
      #expect((built == nil) == row.isAsked)
    }
  }

  @Test func `a guard applies in any case to a route that ignores case`() async throws {
    func folded(_ route: LinkRoute) -> LinkRoute { route.with { $0.isCaseSensitive = false } }
    let router = try Router.make { rules in
      for key in ["/area/**", "/main/tab/deep", "/parent/child"] {
        try rules.guard(key) { _ in .stop() }
      }
    } routes: {
      LinkRoute.group("/area") { folded(.page("in")) }
      LinkRoute.shell("main", path: "/main") {
        folded(.page("/tab", name: "tab") { folded(.page("deep")) })
      }
      folded(.page("/parent") { folded(.page("child")) })
    }
    for location in ["/AREA/in", "/area/IN", "/MAIN/Tab/Deep", "/Parent/CHILD"] {
      #expect(await router.open(location).status == .intercepted, "\(location)")
    }
    #expect(router.stage.screens.isEmpty)
  }

  @Test func `a guard sees the original location and its own parameters`() async throws {
    let log = Log()
    let router = try Router.make { rules in
      try rules.guard("/:area<admin|staff>/:what") { state in
        let params = state.params.sorted { $0.key < $1.key }
          .map { "\($0.key)=\($0.value.text ?? "")" }
        log.add("\(state.location) \(params.joined(separator: " "))")
        return .proceed
      }
    } routes: {
      LinkRoute.page("/admin/:id").with { $0.isCaseSensitive = false }
    }
    #expect(await router.open("/Admin/X").status == .opened)
    #expect(log.lines == ["/Admin/X area=Admin what=X"])
  }

  @Test func `guards run once and in order, however many spellings match`() async throws {
    let log = Log()
    let router = try Router.make { rules in
      for (key, priority) in [("/**", 0), ("/secret", 0), ("/:x<secret|a>", 2), ("/SECRET", 0)] {
        try rules.guard(key, priority: priority) { _ in
          log.add(key)
          return .proceed
        }
      }
    } routes: {
      LinkRoute.page("/secret").with { $0.isCaseSensitive = false }
    }
    #expect(await router.open("/SeCrEt").status == .opened)
    #expect(log.lines == ["/:x<secret|a>", "/secret", "/SECRET", "/**"])
  }

  @Test func `recheck works for every spelling`() async throws {
    var isOut = false
    let router = try Router.make { rules in
      try rules.guard("/secret") { _ in isOut ? .stop() : .proceed }
    } routes: {
      LinkRoute.page("/secret").with { $0.isCaseSensitive = false }
    }
    #expect(await router.open("/SECRET").status == .opened)
    isOut = true
    _ = await router.revalidate()
    #expect(router.stage.screens.isEmpty)
  }

  /// Changes the spelling of locations for random routes: all spellings get the same guards.
  @Test(arguments: 0..<UInt64(TestScale.openSeeds))
  func `the choice of guards does not depend on the spelling`(seed: UInt64) async throws {
    let sample = RandomSpellings(seed: seed)
    let log = Log()
    let router = try Router.make { rules in
      for key in Set(sample.keys + [sample.own]).sorted() {
        try rules.guard(key) { _ in
          log.add(key)
          return .proceed
        }
      }
    } routes: {
      LinkRoute.page(sample.pattern).with { $0.isCaseSensitive = false }
    }
    var expected: [String]?
    for text in sample.locations {
      log.lines = []
      #expect(await router.open(text).status == .opened, "\(text)")
      #expect(log.lines.contains(sample.own), "\(text) of \(sample.pattern)")
      #expect(log.lines == expected ?? log.lines, "\(text) of \(sample.pattern): \(sample.keys)")
      expected = log.lines
    }
  }
}

/// A random route, patterns of guards, and locations that differ in spelling only.
private struct RandomSpellings {
  private static let tests = [
    ":p", ":p<ab|CD|X1>", ":p([A-Z][a-z0-9]+)", ":p<slug>", "F-:p", "f-:p(x+)",
  ]

  let pattern: String
  /// Patterns of guards that may match.
  let keys: [String]
  /// The pattern of a guard that matches.
  let own: String
  let locations: [String]

  init(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let words = ["ab", "Cd", "E\u{E9}", "x1"]
    let route = (0..<Int.random(in: 1...3, using: &random))
      .map { _ in Self.pick(words + words + [":p", "f-:p", ":p<int>"], &random) }
    var names = 0
    func template(_ segments: [String]) -> String {
      segments.reduce(into: "") { text, segment in
        names += 1
        text += "/" + segment.replacing(":p", with: ":p\(names)")
      }
    }
    keys = (0..<6)
      .map { _ in
        // As long as the route, so that most match. Each segment is the route's own, respelled, or
        // a test.
        let fitting = route.map { segment in
          Bool.random(using: &random)
            ? Self.respelled(segment.hasPrefix(":") ? "7" : segment, &random)
            : Self.pick(Self.tests, &random)
        }
        return template(fitting) + (Int.random(in: 0...3, using: &random) == 0 ? "/**" : "")
      }
    own = template(route.map { $0.hasPrefix(":") ? $0 : Self.respelled($0, &random) })
    pattern = template(route)
    locations = (0..<12)
      .map { _ in
        let segments = route.map { segment in
          switch segment {
          case ":p": "Vx"
          case "f-:p": Self.respelled("f-", &random) + "xx"
          case ":p<int>": Self.pick(["7", "07", "007"], &random)
          default: Self.respelled(segment, &random)
          }
        }
        return "/" + segments.joined(separator: "/")
      }
  }

  private static func pick(_ texts: [String], _ random: inout SeededGenerator) -> String {
    texts[Int.random(in: texts.indices, using: &random)]
  }

  /// The literal letters of a text, each in any case and possibly escaped.
  private static func respelled(_ text: String, _ random: inout SeededGenerator) -> String {
    var isName = false
    return text.reduce(into: "") { result, character in
      isName = isName || character == ":"
      guard !isName, character.isLetter else { return result.append(character) }
      let letter = Bool.random(using: &random) ? character.uppercased() : character.lowercased()
      let isEscaped = letter.utf8.count == 1 && Int.random(in: 0...3, using: &random) == 0
      let code = String(letter.utf8.first ?? 0, radix: 16, uppercase: true)
      result += isEscaped ? "%" + code : letter
    }
  }
}
