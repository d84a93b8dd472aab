import Moonroute
import RoutePatterns
import TestSupport
import Testing

/// Semantics section 5, "recheck", while opens are running.
@MainActor @Suite struct RecheckMeanwhileTests {
  /// The login state that the guards check.
  final class Login {
    var isIn = true
    var answer = Decision.stop()
  }

  let gate = Gate()
  let log = Log()
  let login = Login()

  /// A screen with one step that waits at the gate, behind a guard that requires a login.
  private func router(waiting step: String) throws -> Router {
    let setUp = { [login] (rules: RouterRules) in
      try rules.guard("/me/**") { _ in login.isIn ? .proceed : login.answer }
    }
    return try Router.make(setUp) { [gate, log] in
      LinkRoute.page("/home", name: "home")
        .with {
          guard step == "on_exit" else { return }
          $0.onExit = .waiting { _ in
            await gate.pass()
            return .proceed
          }
        }
      LinkRoute.page("/login", name: "login")
      LinkRoute.page("/me/mail", name: "mail", animator: .push)
        .with {
          switch step {
          case "guard":
            $0.redirects = [
              .decided(
                .waiting { _ in
                  await gate.pass()
                  return .proceed
                }
              )
            ]
          case "animator":
            $0.animator = .chosen(
              .waiting { _ in
                await gate.pass()
                return .root
              }
            )
          case "view": $0.view = .made(waitingView())
          case "action":
            $0.view = nil
            $0.action = .waiting { _ in
              log.add("runs")
              await gate.pass()
              return .values([])
            }
          default:
            if step == "on_exit" { $0.animator = .fixed(.root(wrap: .stack)) }
            $0.view = .made(
              .immediate {
                log.add("mail")
                return Screen($0.route.label)
              }
            )
          }
        }
    }
  }

  private func waitingView() -> Handler<RouteState, Screen?> {
    .waiting { [gate] state in
      await gate.pass()
      return Screen(state.route.label)
    }
  }

  private func opening(_ step: String) async throws -> (Router, Task<Outcome, Never>) {
    let router = try router(waiting: step)
    #expect(await router.open("/home").isSuccess)
    let opening = Task { await router.open("/me/mail") }
    await gate.reached()
    return (router, opening)
  }

  @Test func `no screen that a recheck refuses remains, whenever the recheck happens`() async throws
  {
    let executor = MainTasks()
    for steps in 0..<20 {
      let login = Login()
      let application = try LinkRouter {
        LinkRoute("/home")
          .view("Home")
          .animator(.root(wrap: .stack))
        LinkRoute("/me")
          .view("Me")
          .animator(.push)
      }
      try await application.addGuard(for: "/me") { _ in login.isIn ? .proceed : .stop() }
      _ = await application.open("/home")
      let opening = Task(executorPreference: executor) { await application.open("/me").status }
      for _ in 0..<steps { await Task.yield() }
      login.isIn = false
      _ = await application.revalidate()
      let status = await opening.value
      let views = await application.perform { $0.stage.screens.map(\.view) }
      #expect(views == ["Home"], "\(status), with a recheck after \(steps) steps")
    }
  }

  nonisolated static let steps = ["guard", "animator", "on_exit", "view"]

  @Test(arguments: steps)
  func `a running open runs its guards again`(step: String) async throws {
    let (router, opening) = try await opening(step)
    login.isIn = false
    await router.revalidate()
    gate.open()
    #expect(await opening.value.status == .intercepted)
    #expect(router.stage.screens.map(\.name) == ["home"])
    #expect(log.lines.isEmpty)
  }

  @Test(arguments: steps)
  func `the open follows the guards' new decision`(step: String) async throws {
    let (router, opening) = try await opening(step)
    (login.isIn, login.answer) = (false, .open("/login"))
    await router.revalidate()
    gate.open()
    #expect(await opening.value.way == "/login")
    #expect(router.stage.screens.map(\.name) == ["login"])
  }

  @Test(arguments: steps)
  func `a screen that is still allowed is shown, and built once`(step: String) async throws {
    let (router, opening) = try await opening(step)
    await router.revalidate()
    gate.open()
    #expect(await opening.value.status == .opened)
    #expect(router.stage.top?.name == "mail")
    #expect(log.lines.count <= 1)
  }

  @Test func `a running action continues`() async throws {
    let (router, opening) = try await opening("action")
    login.isIn = false
    await router.revalidate()
    gate.open()
    #expect(await opening.value.status == .handled)
    #expect(log.lines == ["runs"])
  }

  @Test func `guards also run again for a screen that build returns`() async throws {
    let router = try router(waiting: "view")
    let building = Task { try await router.build("/me/mail") }
    await gate.reached()
    login.isIn = false
    await router.revalidate()
    gate.open()
    await #expect(throws: RouterError.self) { try await building.value }
  }

  /// A saved stage: the mail above the home page.
  private let saved: Value = [
    "kind": "window",
    "children": [
      [
        "kind": "stack",
        "children": [
          ["kind": "screen", "location": "/home"], ["kind": "screen", "location": "/me/mail"],
        ],
      ]
    ],
  ]

  @Test func `a reset ends a restore`() async throws {
    let router = try router(waiting: "view")
    let saved = saved
    let restoring = Task { try await router.restore(from: saved) }
    await gate.reached()
    #expect(await router.reset(to: "/login").status == .opened)
    gate.open()
    do {
      _ = try await restoring.value
      Issue.record("the restore went on")
    } catch let error as RouterError {
      #expect(error.code == .cancelled)
      #expect(error.message == "router.reset() cancelled stage.restore().")
    }
    #expect(router.stage.screens.map(\.name) == ["login"])
  }

  @Test func `a restore starts again after a recheck`() async throws {
    let router = try router(waiting: "view")
    let saved = saved
    let restoring = Task { try await router.restore(from: saved) }
    await gate.reached()
    login.isIn = false
    await router.revalidate()
    gate.open()
    #expect(try await restoring.value == ["/me/mail"])
    #expect(router.stage.screens.map(\.name) == ["home"])
  }

  @Test(arguments: steps)
  func `a reset cancels running opens`(step: String) async throws {
    let (router, opening) = try await opening(step)
    #expect(await router.reset(to: "/login").status == .opened)
    gate.open()
    #expect(await opening.value.status == .cancelled)
    #expect(router.stage.screens.map(\.name) == ["login"])
  }

  @Test func `a reset does not cancel the open that calls it`() async throws {
    var router: Router?
    router = try Router.make({ _ in }) {
      LinkRoute.page("/login", name: "login")
      LinkRoute("/logout")
        .with {
          $0.action = .waiting { _ in
            _ = await router?.reset(to: "/login")
            return .values(["out"])
          }
        }
    }
    #expect(await router?.open("/logout").values == ["out"])
    #expect(router?.stage.top?.name == "login")
  }

  @Test func `a guard that always rechecks ends its open`() async throws {
    var router: Router?
    router = try Router.make({ _ in }) {
      LinkRoute.page("/a", name: "a")
        .with {
          $0.redirects = [
            .decided(
              .waiting { _ in
                await router?.revalidate()
                return .proceed
              }
            )
          ]
        }
    }
    let outcome = await router?.open("/a")
    #expect(
      outcome?.error?.message
        == "The guards of 'a' were called again 8 times, and a recheck began each time. Call"
        + " router.recheck() after a login or a logout, not in a guard."
    )
    #expect(outcome?.error?.code == .denied)
  }
}
