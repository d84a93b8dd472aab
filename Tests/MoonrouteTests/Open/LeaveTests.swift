import Moonroute
import RoutePatterns
import TestSupport
import Testing

/// Semantics section 4, "leave guards".
@MainActor @Suite struct LeaveTests {
  /// Pages that are pushed on a stack and ask before they leave.
  private func router(
    _ log: Log,
    keeps: Set<String> = [],
    @RouteBuilder routes: () -> [LinkRoute] = { [] }
  ) throws -> Router {
    func leaving(_ route: LinkRoute) -> LinkRoute {
      route.with {
        $0.onExit = .immediate { leaving in
          log.add("\(leaving.screen.view) for \(leaving.target?.route.label ?? "nothing")")
          return keeps.contains(leaving.screen.view) ? .stop() : .proceed
        }
      }
    }
    return try Router.make({ _ in }) {
      leaving(.page("/root"))
      leaving(.page("/a", animator: .push))
      leaving(.page("/b", animator: .push))
      leaving(.page("/modal", animator: .present))
      LinkRoute.page("/new")
      routes()
    }
  }

  @Test func `every screen to be removed is asked, top first`() async throws {
    let log = Log()
    let router = try router(log)
    for location in ["/root", "/a", "/b", "/modal"] { _ = await router.open(location) }
    #expect(log.lines.isEmpty)
    let outcome = await router.open("/new")
    #expect(outcome.status == .opened)
    #expect(log.lines == ["/modal for /new", "/b for /new", "/a for /new", "/root for /new"])
    #expect(outcome.story.filter { $0.hasPrefix("leave") }.count == 4)
    #expect(router.stage.screens.map(\.view) == ["/new"])
  }

  @Test func `only screens that the chosen animator removes are asked`() async throws {
    let log = Log()
    let router = try router(log)
    for location in ["/root", "/a", "/modal"] { _ = await router.open(location) }
    _ = await router.open("/b")
    #expect(log.lines == ["/modal for /b"])
    #expect(router.stage.screens.map(\.view) == ["/root", "/a", "/b"])
  }

  @Test func `false keeps everything, and nothing is built`() async throws {
    let log = Log()
    let router = try router(log, keeps: ["/a"]) {
      LinkRoute("/other")
        .view { _ in
          log.add("built")
          return Screen("Other")
        }
        .animator(.root)
    }
    for location in ["/root", "/a", "/b"] { _ = await router.open(location) }
    let outcome = await router.open("/other")
    #expect(outcome.summary == "intercepted ''/a' refused to leave'")
    #expect(log.lines == ["/b for /other", "/a for /other"])
    #expect(router.stage.screens.map(\.view) == ["/root", "/a", "/b"])
    #expect(outcome.story.last == "leave | /a | stop")
  }

  @Test func `a dialog that a leave guard opens is not among the leaving screens`()
    async throws
  {
    let log = Log()
    var router: Router?
    router = try Router.make({ _ in }) {
      LinkRoute.page("/root")
        .with {
          $0.onExit = .waiting { leaving in
            log.add("root")
            _ = await router?.open("/dialog")
            return .proceed
          }
        }
      LinkRoute.page("/dialog", animator: .present)
        .with {
          $0.onExit = .immediate { _ in
            log.add("dialog")
            return .stop()
          }
        }
      LinkRoute.page("/new")
    }
    _ = await router?.open("/root")
    #expect(await router?.open("/new").status == .opened)
    #expect(log.lines == ["root"])
    #expect(router?.stage.screens.map(\.view) == ["/new"])
  }

  @Test func `a screen that appeared while the view was made stays`() async throws {
    let (log, gate) = (Log(), Gate())
    let router = try router(log, keeps: ["/modal"]) {
      LinkRoute("/slow")
        .view { _ in
          await gate.pass()
          return Screen("Slow")
        }
        .animator(.root)
    }
    _ = await router.open("/root")
    let slow = Task { await router.open("/slow") }
    await gate.reached()
    #expect(await router.open("/modal").status == .opened)
    gate.open()
    #expect(await slow.value.status == .cancelled)
    #expect(log.lines == ["/root for /slow"])
    #expect(router.stage.screens.map(\.view) == ["/root", "/modal"])
  }

  @Test func `a screen shown instead of a failure also runs leave guards`() async throws {
    let log = Log()
    let router = try router(log, keeps: ["/root"])
    router.rules.configuration.animator = .root
    router.rules.unmatched = .immediate { _ in .screen(Screen("Not found")) }
    _ = await router.open("/root")
    let outcome = await router.open("/nowhere")
    #expect(outcome.status == .notFound)
    #expect(log.lines == ["/root for /**"])
    #expect(router.stage.top?.view == "/root")
  }

  @Test func `the leave guard of a reloaded route runs`() async throws {
    let log = Log()
    let router = try router(log)
    _ = await router.open("/root")
    let reloaded = RouterRules()
    try reloaded.add(LinkRoute.page("/before"))
    try reloaded.add(
      LinkRoute.page("/root")
        .with {
          $0.onExit = .immediate { _ in
            log.add("new")
            return .proceed
          }
        }
    )
    router.adopt(reloaded)
    #expect(await router.open("/before").status == .opened)
    #expect(log.lines == ["new"])
  }
}
