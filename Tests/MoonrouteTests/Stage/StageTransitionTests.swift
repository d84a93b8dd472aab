import RoutePatterns
import TestSupport
import Testing

@testable import Moonroute

/// Semantics section 5, "Every change is one recorded transition".
@MainActor @Suite struct StageTransitionTests {
  private func router(_ clock: SteppedClock) throws -> Router {
    try Router.make(clock: clock) {
      StageShape.routes
      LinkRoute("/sheet")
        .view("Sheet")
        .animator(.sheet(duration: .seconds(1)))
    }
  }

  /// The transitions on one line each: effect, start and end in milliseconds.
  private func times(_ router: Router) -> [String] {
    router.stage.transitions.map { transition in
      let (start, end) = (transition.start / .milliseconds(1), transition.end / .milliseconds(1))
      let mark = transition.isCancelled ? " cancelled" : ""
      return "\(transition.number) \(transition.effect) \(Int(start))–\(Int(end))\(mark)"
    }
  }

  @Test func `two opens during one animation run one after the other`() async throws {
    let clock = SteppedClock()
    let router = try router(clock)
    _ = await router.open("/home")
    clock.advance(by: .milliseconds(100))
    _ = await router.open("/page")
    _ = await router.open("/sheet")
    #expect(times(router) == ["1 root 0–350", "2 push 350–700", "3 sheet 700–1700"])
    #expect(router.stage.screens.map(\.view) == ["Home", "Page", "Sheet"])
    #expect(router.stage.isMoving)
    clock.advance(by: .milliseconds(1600))
    #expect(!router.stage.isMoving)
    _ = await router.open("/page?route_no_animation=true")
    #expect(times(router).last == "4 push 1700–1700")
  }

  @Test func `going back during a push begins after the push has ended`() async throws {
    let clock = SteppedClock()
    let router = try router(clock)
    _ = await router.open("/home?route_no_animation=1")
    _ = await router.open("/page")
    clock.advance(by: .milliseconds(50))
    #expect(await router.back().isDone)
    #expect(times(router) == ["1 root 0–0", "2 push 0–350", "3 back 350–700"])
    #expect(router.stage.screens.map(\.view) == ["Home"])
  }

  @Test func `settling waits for the end of the last animation`() async throws {
    let clock = SteppedClock()
    let router = try router(clock)
    _ = await router.open("/home")
    let settled = Task { try await router.waitUntilIdle() }
    await clock.untilSomebodySleeps()
    #expect(router.stage.isMoving)
    clock.advance(by: .milliseconds(350))
    try await settled.value
    #expect(!router.stage.isMoving)
  }

  @Test func `a finished swipe back dismisses, and a cancelled one changes nothing`()
    async throws
  {
    let clock = SteppedClock()
    let router = try router(clock)
    _ = await router.open("/home?route_no_animation=1")
    let handle = try #require(await router.open("/page?route_no_animation=1").handle)
    let first = try #require(router.beginSwipeBack())
    #expect(router.beginSwipeBack() == nil)
    #expect(first.cancel()?.isCancelled == true)
    #expect(first.finish() == nil)
    #expect(router.stage.top?.view == "Page")
    #expect(handle.ended == nil)
    let second = try #require(router.beginSwipeBack())
    #expect(second.finish()?.removed == [handle.screen])
    #expect(second.cancel() == nil)
    #expect(handle.ended == ScreenResult(.null, .dismissed))
    #expect(
      times(router).dropFirst(2) == ["3 swipe_back 0–0 cancelled", "4 person 0–350"]
    )
    #expect(router.beginSwipeBack() == nil)
  }

  @Test func `an open during a swipe back cancels the swipe first`() async throws {
    let router = try router(SteppedClock())
    for location in ["/home", "/page"] { _ = await router.open(location) }
    let swipe = try #require(router.beginSwipeBack())
    _ = await router.open("/modal")
    #expect(!swipe.isActive)
    #expect(swipe.finish() == nil)
    #expect(router.stage.screens.map(\.view) == ["Home", "Page", "Modal"])
    #expect(router.stage.transitions.suffix(2).map(\.effect) == ["swipe_back", "present"])
    #expect(router.stage.transitions.suffix(2).map(\.isCancelled) == [true, false])
  }

  @Test func `a swipe does not bypass a leave guard, which runs on going back`() async throws {
    let router = try Router.make({ _ in }) {
      StageShape.routes
      LinkRoute("/form")
        .view("Form")
        .animator(.push)
        .onExit { _ in .stop() }
    }
    for location in ["/home", "/form"] { _ = await router.open(location) }
    #expect(router.beginSwipeBack() == nil)
    #expect(await router.swipeBack().error?.code == .intercepted)
    #expect(router.stage.top?.view == "Form")
  }

  @Test(arguments: [
    (0.5, 0.5), (0, 0), (-1, 0), (.nan, 0.35), (1e300, 3_600), (-.infinity, 0), (.infinity, 3_600),
  ])
  func `a transition takes its animator's time, within limits`(
    said: Double,
    taken: Double
  ) async throws {
    let router = try await StageShape.router(StageShape.all[2])
    var options = OpenOptions()
    let said = ValueTable(fields: ["duration": .double(said)])
    options.animator = Animator(
      "sheet",
      .present(PresentationStyle("sheet"), wrap: nil),
      options: said
    )
    #expect(await router.open("/modal", options: options).status == .opened)
    #expect(router.stage.transitions.last?.duration == .seconds(taken))
  }

  @Test func `the last thousand transitions are kept`() async throws {
    let router = try router(SteppedClock())
    _ = await router.open("/home")
    for _ in 0..<600 {
      _ = await router.open("/page")
      await router.back()
    }
    let transitions = router.stage.transitions
    #expect(transitions.count == 1000)
    #expect(transitions.first?.number == 202)
    #expect(transitions.last?.number == 1201)
  }

  @Test func `the stage can change while a screen changes, and both changes are kept`() async throws
  {
    let router = try await StageShape.router(StageShape.all[2])
    let stage = router.stage
    let (first, count) = (try #require(stage.root), stage.screens.count)
    let isThere = stage.update(first.id) { screen in
      var added = Screen("Added")
      added.identify(as: stage.makeID())
      _ = try? stage.place([added], by: Placement(by: .present, from: nil), isAnimated: false)
      screen["title"] = "changed"
    }
    #expect(isThere)
    #expect(stage.screens.count == count + 1)
    #expect(stage.top?.view == "Added")
    #expect(stage.screen(first.id)?["title"] == "changed")
    #expect(!stage.update(first.id) { _ in stage.clear() })
  }
}
