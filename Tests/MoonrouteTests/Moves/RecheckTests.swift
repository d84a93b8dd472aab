import Moonroute
import RoutePatterns
import Testing

/// Semantics section 5, "recheck".
@MainActor @Suite struct RecheckTests {
  /// Three pages on a stack and a modal above them, with guards controlled by a switch.
  private func router(_ answers: @escaping (String) throws -> Decision) throws -> Router {
    func guarded(_ route: LinkRoute) -> LinkRoute {
      route.with {
        $0.redirects = [.decided(.immediate { try answers($0.route.label) })]
        $0.onExit = .immediate { _ in .stop() }
      }
    }
    return try Router.make({ _ in }) {
      guarded(.page("/root", name: "root"))
      guarded(
        .page("/a", name: "a", animator: .push) {
          guarded(.page("b/:id", name: "b", animator: .push))
        }
      )
      guarded(.page("/modal", name: "modal", animator: .present))
      LinkRoute.page("/login", name: "login", animator: .present)
    }
  }

  private func filled(_ answers: @escaping (String) throws -> Decision) async throws -> Router {
    let router = try router(answers)
    for location in ["/root", "/a", "/a/b/7", "/modal"] {
      #expect(await router.open(location).status == .opened)
    }
    return router
  }

  struct Boom: Error {}

  struct Case: Sendable, CustomTestStringConvertible {
    let rule: String
    let answers: [String: Decision]
    let stage: [String]
    var opened: String?

    var testDescription: String { rule }
  }

  nonisolated static let cases = [
    Case(rule: "an allowed screen stays", answers: [:], stage: ["root", "a", "b", "modal"]),
    Case(
      rule: "false removes the screen and all above it, ignoring leave guards",
      answers: ["a": .stop()],
      stage: ["root"]
    ),
    Case(rule: "the guards of parents count", answers: ["b": .stop()], stage: ["root", "a"]),
    Case(
      rule: "only the modal is removed",
      answers: ["modal": .stop()],
      stage: ["root", "a", "b"]
    ),
    Case(rule: "the root leaves an empty stage", answers: ["root": .stop()], stage: []),
    Case(
      rule: "a location removes the screen and all above it, and then opens",
      answers: ["b": .open("/login")],
      stage: ["root", "a", "login"],
      opened: "login"
    ),
    Case(
      rule: "of several redirects, the topmost decides",
      answers: ["b": .open("/root"), "modal": .open("/login")],
      stage: ["root", "a", "login"],
      opened: "login"
    ),
    Case(
      rule: "if the root is removed, the opened screen becomes the root",
      answers: ["root": .open("/login"), "b": .stop()],
      stage: ["login"],
      opened: "login"
    ),
    Case(
      rule: "a redirect to the screen's own location means go on",
      answers: ["b": .open("/a/b/7")],
      stage: ["root", "a", "b", "modal"]
    ),
    Case(
      rule: "an error closes the screen: only proxies can rewrite",
      answers: ["b": .rewrite(to: "/root")],
      stage: ["root", "a"]
    ),
  ]

  @Test(arguments: cases)
  func `guards run again`(row: Case) async throws {
    var isSwitched = false
    let router = try await filled { isSwitched ? row.answers[$0] ?? .proceed : .proceed }
    isSwitched = true
    let outcome = await router.revalidate()
    #expect(outcome?.name == row.opened)
    #expect(router.stage.screens.map(\.name) == row.stage)
  }

  @Test func `a guard that throws closes its screen`() async throws {
    var isSwitched = false
    let router = try await filled { name in
      if isSwitched, name == "a" { throw Boom() }
      return .proceed
    }
    isSwitched = true
    #expect(await router.revalidate() == nil)
    #expect(router.stage.screens.map(\.name) == ["root"])
    #expect(router.stage.transitions.last?.effect == "recheck")
    #expect(router.stage.transitions.last?.removed.count == 3)
  }

  @Test func `a guard attached later counts`() async throws {
    let router = try await filled { _ in .proceed }
    try router.addGuard(for: "/a/b/*", .immediate { $0.match.rest == ["7"] ? .stop() : .proceed })
    await router.revalidate()
    #expect(router.stage.screens.map(\.name) == ["root", "a"])
  }

  @Test func `guards see the state that the screen was opened with`() async throws {
    let log = Log()
    let router = try Router.make({ _ in }) {
      LinkRoute.page("/a/:id")
        .with {
          $0.redirects = [
            .decided(
              .immediate { state in
                let params = state.params.sorted { $0.key < $1.key }
                log.add("\(params) \(state.extra) \(state.location)")
                return .proceed
              }
            )
          ]
        }
    }
    _ = await router.open("/a/7?q=1", options: OpenOptions(extra: "x"))
    await router.revalidate()
    #expect(log.lines.count == 2)
    #expect(Set(log.lines).count == 1)
  }

  @Test func `a screen without a route, or with a removed one, stays`() async throws {
    let open = try await filled { _ in .proceed }
    let rules = RouterRules()
    try rules.add(
      LinkRoute("/x", name: "modal").redirect { _ in .stop() }
    )
    open.adopt(rules)
    await open.revalidate()
    #expect(open.stage.screens.map(\.name) == ["root", "a", "b", "modal"])
  }

  @Test func `tabs without a screen can be left, filled and emptied`() async throws {
    let router = try await StageShape.router(StageShape.all[5])
    try router.rules.guard("feed") { _ in .stop() }
    await router.revalidate()
    #expect(router.stage.top == nil)
    #expect(router.stage.depth == 0)
    #expect(await router.back().isDone == false)
    #expect(await router.close(nil).isDone == false)
    #expect(await router.replace("/search").error?.code == .animationFailed)
    #expect(await router.open("/search").isSuccess)
    #expect(router.stage.top?.view == "Search")
    #expect(await router.select(tab: "feed").error?.code == .intercepted)
    try router.rules.guard("search") { _ in .stop() }
    await router.revalidate()
    router.stage.clear()
    #expect(router.stage.tree.root == nil)
  }

  @Test func `a screen is removed if its guards cannot run`() async throws {
    var router: Router?
    var depth = 0
    router = try Router.make({ _ in }) {
      LinkRoute.page("/root", name: "root")
      LinkRoute.page("/a", name: "a", animator: .push)
        .with { $0.redirects = [.decided(.immediate { _ in .proceed })] }
      LinkRoute("/deeper")
        .with {
          $0.action = .waiting { _ in
            depth += 1
            if depth == 16 {
              await router?.revalidate()
            } else {
              _ = await router?.open("/deeper")
            }
            return .values([])
          }
        }
    }
    for location in ["/root", "/a"] { _ = await router?.open(location) }
    await router?.revalidate()
    #expect(router?.stage.screens.compactMap(\.name) == ["root", "a"])
    #expect(await router?.open("/deeper").status == .handled)
    #expect(depth == 16)
    #expect(router?.stage.screens.isEmpty == true)
  }

  /// Tabs with two pages in a private branch.
  private func tabs(_ isOut: @escaping () -> Bool) async throws -> Router {
    let router = try Router.make({ _ in }) {
      LinkRoute.shell("main") {
        LinkRoute.page("/feed", name: "feed", animator: nil)
        LinkRoute.page("/me", name: "me", animator: nil) {
          LinkRoute.page("orders", name: "orders", animator: .push)
            .with {
              $0.redirects = [
                .decided(.immediate { isOut() ? .open("/login?back=\($0.location)") : .proceed })
              ]
            }
        }
      }
      LinkRoute.page("/login", name: "login", animator: .present)
    }
    for location in ["/me/orders", "/feed"] { #expect(await router.open(location).isSuccess) }
    return router
  }

  @Test func `every tab is checked`() async throws {
    var isOut = false
    let router = try await tabs { isOut }
    isOut = true
    #expect(await router.revalidate()?.name == "login")
    #expect(router.stage.screens.compactMap(\.name) == ["feed", "me", "login"])
    #expect(router.stage.transitions.dropLast().last?.effect == "recheck")
  }

  @Test func `a refused screen in front determines the new location`() async throws {
    var isOut = false
    let router = try await tabs { isOut }
    _ = await router.open("/me/orders")
    isOut = true
    #expect(await router.revalidate()?.location?.description == "/login?back=/me/orders")
  }

  @Test(arguments: ["select", "person", "open"])
  func `selecting a tab fails if the guards of its screen refuse`(way: String) async throws {
    var isOut = false
    let router = try await tabs { isOut }
    isOut = true
    switch way {
    case "select": #expect(await router.select(tab: "me").isDone)
    case "person": #expect(await router.userDidSelect("me").isDone)
    default: #expect(await router.open("/me").isSuccess)
    }
    #expect(router.stage.screens.compactMap(\.name) == ["feed", "me"])
    #expect(router.stage.top?.name == "me")
  }

  @Test func `an emptied tab is opened, and its guards decide`() async throws {
    var isOut = false
    let router = try await tabs { isOut }
    isOut = true
    try router.rules.guard("me") { _ in isOut ? .open("/login") : .proceed }
    #expect(await router.select(tab: "me").isDone)
    #expect(router.stage.screens.compactMap(\.name) == ["feed", "login"])
  }

  @Test func `reset clears the stage without leave guards, and opens the location`() async throws {
    let router = try await filled { _ in .proceed }
    #expect(await router.reset(to: "/login").status == .opened)
    #expect(router.stage.screens.compactMap(\.name) == ["login"])
    #expect(router.stage.transitions.dropLast().last?.effect == "reset")
  }

  @Test func `reset to an invalid location changes nothing`() async throws {
    let router = try await filled { _ in .proceed }
    #expect(await router.reset(to: "%FF").error?.code == .badLocation)
    #expect(router.stage.screens.count == 4)
    #expect(await router.reset(to: "/nowhere").status == .notFound)
    #expect(router.stage.screens.isEmpty)
  }
}
