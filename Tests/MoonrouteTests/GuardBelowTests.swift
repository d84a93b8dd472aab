import Moonroute
import RoutePatterns
import TestSupport
import Testing

/// Semantics sections 4 and 5: a guard on a pattern applies to every screen that an open builds.
@MainActor @Suite struct GuardBelowTests {
  /// Tabs and a branch with views for the parents, and a guard on a pattern.
  private func router(
    _ key: String,
    _ log: Log = Log(),
    _ decide: @escaping (RouteState) throws -> Decision
  ) throws -> Router {
    func page(
      _ path: String,
      _ name: String,
      @RouteBuilder _ children: () -> [LinkRoute] = { [] }
    )
      -> LinkRoute
    {
      LinkRoute(path, name: name)
        .view { state in
          log.add("\(name) \(state.location)")
          return Screen(name)
        }
        .animator(.push)
        .children(children)
    }
    return try Router.make { rules in
      try rules.guard(key, decide)
    } routes: {
      LinkRoute.shell("main") {
        page("/home", "home")
        page("/wallet", "wallet") { page("faq", "faq") }
        page("/Shop", "shop") {
          page("help", "shop help").with { $0.isCaseSensitive = false }
        }
        .with { $0.isCaseSensitive = false }
      }
      page("/team/:id<int>", "team") {
        page("member/:name", "member") { page("edit", "edit") }
      }
      page("/files/*", "files") { page("info", "info") }
      page("/login", "login").with { $0.animator = .root }
    }
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let key: String
    let location: String
    var isGo = false

    var testDescription: String { "\(isGo ? "go" : "open") \(location) with a guard on \(key)" }
  }

  nonisolated static let cases: [Case] = [
    Case(key: "/wallet", location: "/wallet/faq"),
    Case(key: "/wallet", location: "/wallet/faq", isGo: true),
    Case(key: "https://a.org/wallet", location: "https://a.org/wallet/faq"),
    Case(key: "https://a.org/wallet", location: "https://A.org:8080/wallet/faq", isGo: true),
    Case(key: "/shop", location: "/SHOP/HELP"),
    Case(key: "/team/:id", location: "/team/7/member/x", isGo: true),
    Case(key: "/team/7", location: "/team/007/member/x", isGo: true),
    Case(key: "/team/:id/member/:name", location: "/team/7/member/x/edit", isGo: true),
    Case(key: "/team/:id/member/a%2Fb", location: "/team/7/member/a%2Fb/edit?q=1#f", isGo: true),
    Case(key: "/files/:name", location: "/files/x/info", isGo: true),
    Case(key: "shop://team/7", location: "shop://team/7/member/x", isGo: true),
  ]

  private func show(_ row: Case, by router: Router) async -> Outcome {
    row.isGo ? await router.go(row.location) : await router.open(row.location)
  }

  @Test(.bug(id: "border-0"), arguments: cases)
  func `a screen below is not built if a guard stops its location`(row: Case) async throws {
    let log = Log()
    let router = try router(row.key, log) { _ in .stop("closed") }
    let outcome = await show(row, by: router)
    #expect(outcome.summary == "intercepted 'closed'")
    #expect(log.lines.isEmpty)
    #expect(router.stage.screens.isEmpty)
  }

  @Test(arguments: cases)
  func `an error in a guard of a screen below ends the open`(row: Case) async throws {
    struct Boom: Error {}
    let log = Log()
    let router = try router(row.key, log) { _ in throw Boom() }
    #expect(await show(row, by: router).status == .failed)
    #expect(log.lines.isEmpty)
  }

  @Test(arguments: cases)
  func `a guard of a screen below can redirect`(row: Case) async throws {
    let log = Log()
    let router = try router(row.key, log) { _ in .open("/login") }
    let outcome = await show(row, by: router)
    #expect(outcome.summary == "opened /login")
    #expect(outcome.way == "/login")
    #expect(log.lines == ["login /login"])
  }

  @Test(arguments: cases)
  func `a guard that allows the screen below runs once, before any build`(
    row: Case
  ) async throws {
    let (log, asked) = (Log(), Log())
    let router = try router(row.key, log) { state in
      asked.add("\(state.location) \(log.lines.count)")
      return .proceed
    }
    #expect(await show(row, by: router).status == .opened)
    #expect(asked.lines.count == 1)
    #expect(asked.lines.first?.hasSuffix(" 0") == true)
    #expect(log.lines.count >= 2)
  }

  @Test func `the guards of an existing tab root do not run again`() async throws {
    var isOpen = true
    let router = try router("/wallet") { _ in isOpen ? .proceed : .stop() }
    #expect(await router.open("/wallet").status == .opened)
    isOpen = false
    #expect(await router.open("/wallet/faq").status == .opened)
    #expect(await router.go("/wallet/faq").status == .intercepted)
  }

  @Test func `selecting a tab that was never entered runs its guards`() async throws {
    let router = try router("/wallet") { _ in .stop() }
    #expect(await router.open("/home").status == .opened)
    #expect(await router.select(tab: "wallet").error?.code == .intercepted)
    #expect(router.stage.screens.map(\.view) == ["home"])
  }

  @Test func `restore skips a screen that a guard stops, and the screens above it`() async throws {
    var isOpen = true
    let router = try router("/team/:id") { _ in isOpen ? .proceed : .stop() }
    #expect(await router.go("/team/7/member/x").status == .opened)
    let saved = router.stage.restorationState
    isOpen = false
    #expect(try await router.restore(from: saved) == ["/team/7", "/team/7/member/x"])
    #expect(router.stage.screens.isEmpty)
  }

  @Test(arguments: cases)
  func `recheck removes a screen below whose guard now stops it`(row: Case) async throws {
    var isOpen = true
    let router = try router(row.key) { _ in isOpen ? .proceed : .stop() }
    #expect(await show(row, by: router).status == .opened)
    let count = router.stage.screens.count
    isOpen = false
    _ = await router.revalidate()
    let isMember = row.key.contains("/member/")
    #expect(router.stage.screens.map(\.view) == (isMember ? ["team"] : []))
    #expect(count > router.stage.screens.count)
  }

  @Test func `a waiting guard of a screen below finishes before the rest continues`() async throws {
    let (gate, log) = (Gate(), Log())
    let router = try router("/none", log) { _ in .proceed }
    try router.addGuard(
      for: "/wallet",
      .waiting { _ in
        await gate.pass()
        return .stop()
      }
    )
    let outcome = Task { await router.open("/wallet/faq") }
    await gate.reached()
    #expect(log.lines.isEmpty)
    gate.open()
    #expect(await outcome.value.status == .intercepted)
    #expect(log.lines.isEmpty)
  }
}
