import RoutePatterns
import TestSupport
import Testing

@testable import Moonroute

/// Semantics: a location whose look-up exceeds the step limit is not opened, and no route is
/// skipped.
@MainActor @Suite struct MatchLimitTests {
  /// A pattern with a test that takes more steps than the limit of a look-up.
  private static let slow = "/:page-" + String(repeating: "é", count: 500)
  /// A location that makes the test take that many steps.
  private static let long = "/" + String(repeating: "é", count: 3_000)

  private static func fails(_ outcome: Outcome) -> Bool {
    outcome.status == .failed && outcome.error?.code == .matchLimit
  }

  @Test func `a location that takes too many steps fails with its own error`() async throws {
    let router = try Router.make {
      LinkRoute.page(Self.slow)
      LinkRoute.page("/**")
    }
    let outcome = await router.open(Self.long)
    #expect(Self.fails(outcome))
    let start = "/" + String(repeating: "é", count: 99)
    #expect(
      outcome.error?.message
        == "Looking up '\(start)…' takes too many steps, so nothing is opened. Shorten it, or use fewer"
        + " and smaller constraints at one place of a path."
    )
    #expect(router.stage.top == nil)
    #expect(await router.open("/x").error == nil)
  }

  @Test func `the table returns the same for all callers`() async throws {
    let router = try Router.make {
      LinkRoute.page(Self.slow)
      LinkRoute.page("/**")
    }
    let location = try Location(parsing: Self.long)
    let index = router.rules.directory.index
    #expect(index.match(location) == nil)
    #expect(index.notFound(location).code == .matchLimit)
    #expect(index.recognize(location) == nil)
    #expect(router.recognize(Self.long) == nil)
    #expect(
      await router.open(Self.long, options: OpenOptions(tags: ["none"])).error?.code == .matchLimit
    )
  }

  @Test func `no real path takes as many steps as a path of more than 2 KiB`() throws {
    let rest = String(repeating: "a", count: 2_041)
    let router = try Router.make { LinkRoute.page("/user/:id<int>/" + rest) }
    let index = router.rules.directory.index
    #expect(index.nearest(to: try Location(parsing: "/usr/7/" + rest)).count == 1)
    #expect(index.nearest(to: try Location(parsing: "/usr/7/a" + rest)).isEmpty)
  }

  @Test func `recently added routes share the steps`() async throws {
    let router = try Router.make {
      LinkRoute.page("/a")
      LinkRoute.page("/b")
      LinkRoute.page("/**")
    }
    #expect(await router.open("/x").error == nil)
    try router.rules.add(LinkRoute.page(Self.slow))
    #expect(Self.fails(await router.open(Self.long)))
  }

  @Test func `a guard that takes too many steps to find is not skipped`() async throws {
    let router = try Router.make {
      try $0.guard(Self.slow) { _ in .proceed }
    } routes: {
      LinkRoute.page("/**")
    }
    #expect(Self.fails(await router.open(Self.long)))
    #expect(await router.open("/x").error == nil)
  }

  @Test func `a guard on a route that ignores case is not skipped either`() async throws {
    let router = try Router.make {
      try $0.guard("/:x([aA]*é?)" + Self.slow) { _ in .proceed }
    } routes: {
      LinkRoute.page("/a/:any").with { $0.isCaseSensitive = false }
    }
    #expect(Self.fails(await router.open("/A" + Self.long)))
    #expect(await router.open("/A/x").error == nil)
  }

  @Test func `a proxy that takes too many steps to find is not skipped`() async throws {
    let router = try Router.make {
      try $0.proxy(Self.slow) { _ in .proceed }
    } routes: {
      LinkRoute.page("/**")
    }
    #expect(Self.fails(await router.open(Self.long)))
    #expect(await router.open("/x").error == nil)
  }

  /// Routes that ignore case look guards up in each spelling.
  @Test(arguments: [false, true])
  func `routes that decline in turn share one look-up of guards, unless they ignore case`(
    ignoresCase: Bool
  ) async throws {
    let declining = 100
    let log = Log()
    let router = try Router.make {
      try $0.guard(Self.slow) { _ in .proceed }
    } routes: {
      for number in 0..<declining {
        LinkRoute("/:x\(number)")
          .with {
            $0.isCaseSensitive = !ignoresCase
            $0.action = .immediate { _ in
              log.add("asked")
              return .declined
            }
          }
      }
      LinkRoute.page("/**")
    }
    // One look-up takes about half of its step limit, and all of them together may take sixteen.
    let outcome = await router.open("/" + String(repeating: "é", count: 1_000))
    #expect(Self.fails(outcome) == ignoresCase)
    #expect(outcome.status == (ignoresCase ? .failed : .opened))
    #expect(ignoresCase ? log.lines.count < declining : log.lines.count == declining)
  }

  /// A table compares bytes, so an equivalent spelling may have other guards.
  @Test(arguments: [("\u{e9}", "e\u{301}"), ("e\u{301}", "\u{e9}")])
  func `an equivalent spelling does not share a look-up of guards`(
    first: String,
    second: String
  ) async throws {
    func asked(_ links: [String]) async throws -> [String] {
      let log = Log()
      let router = try Router.make {
        for pattern in ["/\u{e9}", "/e\u{301}", "/:x"] {
          try $0.guard(pattern) { state in
            log.add("\(pattern.utf8.count) \(Array(state.location.description.utf8))")
            return .proceed
          }
        }
      } routes: {
        LinkRoute.page("/**")
      }
      for link in links {
        log.add("open")
        _ = await router.open("/" + link)
      }
      return log.lines
    }
    let alone = try await asked([second])
    #expect(alone.count > 1)
    #expect(try await asked([first, second]).suffix(alone.count) == alone[...])
  }

  @Test(arguments: [1_000, 4_000])
  func `the fallback of a failed location has steps of its own`(letters: Int) async throws {
    let router = try Router.make {
      try $0.guard(Self.slow) { _ in .proceed }
    } routes: {
      for number in 0..<60 {
        LinkRoute("/:x\(number)")
          .with {
            $0.isCaseSensitive = false
            $0.action = .immediate { _ in .declined }
          }
      }
      LinkRoute.page("/error", name: "error")
    }
    router.rules.onError = .immediate { _ in .text("/error") }
    let outcome = await router.open("/" + String(repeating: "é", count: letters))
    #expect(outcome.status == .fellBack)
    #expect(outcome.error?.code == .matchLimit)
    #expect(router.stage.top?.view == "error")
  }

  @Test func `tools name all guards if finding those of a route takes too many steps`() throws {
    let router = try Router.make {
      try $0.guard(Self.slow) { _ in .proceed }
      try $0.guard("/other") { _ in .proceed }
    } routes: {
      LinkRoute.page(Self.long)
      LinkRoute.page("/x")
    }
    let routes = router.rules.directory.index.routes
    let decisions = RouteDecisions(of: router.rules)
    #expect(routes.map { decisions.asked(before: $0).count } == [2, 0])
    let asked = routes.map { router.rules.decisionsAsked(of: $0, at: router.rules.sample(of: $0)) }
    #expect(asked.map(\.count) == [2, 0])
  }

  @Test func `a screen whose guards take too many steps to find does not stay`() async throws {
    let router = try Router.make {
      LinkRoute.page("/start", name: "start")
      LinkRoute.page("/**", animator: .push)
    }
    _ = await router.open("/start")
    #expect(await router.open(Self.long).error == nil)
    #expect(router.stage.screens.count == 2)
    try router.rules.guard(Self.slow) { _ in .proceed }
    await router.revalidate()
    #expect(router.stage.screens.map(\.view) == ["start"])
  }

  @Test func `an event that takes too many steps is not emitted`() throws {
    let log = Log()
    let events = try Router.make {}.events
    try events.on("/**") { _ in log.add("any") }
    try events.on(Self.slow) { _ in log.add("slow") }
    let error = #expect(throws: RouterError.self) { try events.emit(Self.long) }
    #expect(error?.code == .matchLimit)
    #expect(log.lines.isEmpty)
    #expect(try events.emit("/x") == 1)
  }

  @Test func `a listener that takes too many steps to find kept events is refused`() throws {
    let events = try Router.make {}.events
    try events.declare("kept", "/:any", isSticky: true)
    try events.emit(Self.long)
    let error = #expect(throws: RouterError.self) { try events.on(Self.slow) { _ in } }
    #expect(error?.code == .matchLimit)
    #expect(events.subscriptions.isEmpty)
  }

  @Test func `the name of a refused listener is free`() throws {
    let events = try Router.make {}.events
    try events.declare("kept", "/:any", isSticky: true)
    try events.emit(Self.long)
    #expect(throws: RouterError.self) { try events.on(Self.slow, name: "mine") { _ in } }
    try events.on("/other/:any", name: "mine") { _ in }
    #expect(try events.emit("/other/1") == 1)
    events.dropSticky()
    let log = Log()
    try events.on(Self.slow) { log.add($0.name ?? "no name") }
    try events.emit("/page-" + String(repeating: "é", count: 500))
    #expect(log.lines == ["no name"])
  }

  @Test func `kept events with long links do not block listeners of others`() throws {
    let log = Log()
    let events = try Router.make {}.events
    try events.declare("kept", "/:any", isSticky: true)
    for number in 0..<40 { try events.emit("/\(number)" + String(repeating: "a", count: 60_000)) }
    try events.emit("/größe")
    for key in ["/größe", "/:x(größe|[a-z]+)", "/größe/:x"] {
      try events.on(key) { log.add("\(key) \($0.path)") }
    }
    #expect(log.lines == ["/größe /größe", "/:x(größe|[a-z]+) /größe"])
  }

  @Test func `new scripts lose only the kept events that take too many steps`()
    throws
  {
    let log = Log()
    let events = try Router.make {}.events
    events.reportFailure = { error, event in log.add("\(error.code) \(event.path.prefix(3))") }
    try events.declare("kept", "/:any", isSticky: true)
    for link in ["/one", Self.long, Self.long + "é", "/two"] { try events.emit(link) }
    let scope = EventScope()
    for key in ["/**", Self.slow] {
      _ = try events.listen(
        key,
        name: nil,
        EventSubscribing(),
        for: scope,
        PatternContext(RouterRules()),
        handler: Handler(.immediate { log.add("\(key) \($0.path)") })
      )
    }
    events.adopt(scope)
    events.deliver()
    #expect(log.lines == ["match_limit /éé", "/** /one", "/** /two"])
  }

  @Test func `a long segment takes few steps next to other literal text`() async throws {
    let router = try Router.make {
      for number in 0..<200 {
        try $0.guard("/company/:id<int>/\(number)") { _ in .stop("no") }
      }
    } routes: {
      LinkRoute.page("/:token").with { $0.isCaseSensitive = false }
    }
    let outcome = await router.open("/" + String(repeating: "a", count: 60_000))
    #expect(outcome.status == .opened)
    #expect(await router.open("/COMPANY").status == .opened)
  }

  @Test func `a resource that takes too many steps is never found by chance`() async throws {
    let resources = try Router.make {}.resources
    try resources.put("/**", value: 1)
    try resources.put(Self.slow, value: 2)
    let error = await #expect(throws: RouterError.self) { try await resources.value(Self.long) }
    #expect(error?.code == .matchLimit)
    #expect(!resources.has(Self.long))
    #expect(resources.has("/x"))
  }
}
