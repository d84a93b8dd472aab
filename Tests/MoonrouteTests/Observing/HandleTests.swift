import Moonroute
import RoutePatterns
import TestSupport
import Testing

/// Semantics section 5, "An open gives a handle".
@MainActor @Suite struct HandleTests {
  private static func shape(_ name: String) async throws -> Router {
    try await StageShape.router(try #require(StageShape.all.first { $0.name == name }))
  }

  /// A way for a screen to leave, and its result.
  struct Leave: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let expected: ScreenResult
    let act: @MainActor @Sendable (Router) async -> Void

    init(
      _ name: String,
      _ expected: ScreenResult,
      _ act: @escaping @MainActor @Sendable (Router) async -> Void
    ) {
      (testDescription, self.expected, self.act) = (name, expected, act)
    }
  }

  @Test(arguments: [
    Leave("close", ScreenResult("yes", .closed)) { await $0.close(nil, "yes") },
    Leave("dismiss", ScreenResult("no", .dismissed)) { await $0.dismiss(with: "no") },
    Leave("back", ScreenResult(.null, .removed)) { await $0.back() },
    Leave("another root", ScreenResult(.null, .removed)) { _ = await $0.open("/single") },
    Leave("replace", ScreenResult(.null, .removed)) { _ = await $0.replace("/page") },
    Leave("closing the screen below", ScreenResult(.null, .removed)) {
      await $0.close($0.stage.find("page")?.id ?? .unplaced, "other")
    },
    Leave("recheck", ScreenResult(.null, .removed)) { router in
      try? router.rules.guard("modal") { _ in .stop() }
      await router.revalidate()
    },
  ])
  func `a screen's result reaches its opener once`(row: Leave) async throws {
    let router = try await Self.shape("stack")
    let outcome = await router.open("/modal")
    let handle = try #require(outcome.handle)
    #expect(handle.screen == outcome.screen?.id)
    #expect(handle.ended == nil)
    let first = Task { try await handle.result() }
    let second = Task { try await handle.result() }
    await Task.yield()
    await row.act(router)
    #expect(try await first.value == row.expected)
    #expect(try await second.value == row.expected)
    #expect(try await handle.result() == row.expected)
    #expect(router.handle(of: handle.screen) == nil)
  }

  @Test func `the screens in a modal's stack leave with it, and its root gets the value`()
    async throws
  {
    let router = try await Self.shape("stack")
    let flow = try #require(await router.open("/flow").handle)
    let page = try #require(await router.open("/page").handle)
    await router.dismiss(with: "done")
    #expect(flow.ended == ScreenResult("done", .dismissed))
    #expect(page.ended == ScreenResult(.null, .dismissed))
  }

  @Test func `ask returns the value and how the screen was closed`() async throws {
    let router = try await StageShape.router(StageShape.all[2]) {
      LinkRoute("/sum").action { _ in 7 }
      LinkRoute("/no")
        .view { _ in Screen("No") }
        .guarded { _ in .stop("closed") }
    }
    let asked = Task { await router.ask("/modal") }
    while router.stage.top?.view != "Modal" { await Task.yield() }
    await router.close(nil, ["a", 1])
    let answer = await asked.value
    #expect(answer.value == ["a", 1])
    #expect(answer.how == "closed")
    #expect(answer.outcome.status == .opened)
    let sum = await router.ask("/sum")
    #expect(sum.value == 7)
    #expect(sum.how == "handled")
    #expect(await router.ask("/no").how == "intercepted")
    #expect(await router.ask("/nowhere").how == "not_found")
  }

  @Test func `a cancelled asker stops waiting, but the screen stays`() async throws {
    let router = try await Self.shape("stack")
    let asked = Task { await router.ask("/modal") }
    while router.stage.top?.view != "Modal" { await Task.yield() }
    asked.cancel()
    #expect(await asked.value.how == "cancelled")
    #expect(router.stage.top?.view == "Modal")
  }

  @Test func `asking inside a decision uses none of its time`() async throws {
    let clock = SteppedClock()
    var router: Router?
    router = try Router.make(clock: clock) {
      LinkRoute.page("/root")
      LinkRoute.page("/question", animator: .present)
      LinkRoute.page("/guarded")
        .with {
          $0.redirects = [
            .decided(
              .waiting { _ in
                await router?.ask("/question").value == true ? .proceed : .stop("no")
              }
            )
          ]
        }
    }
    _ = await router?.open("/root")
    let outcome = Task { await router?.open("/guarded") }
    while router?.stage.top?.view != "/question" { await Task.yield() }
    clock.advance(by: .seconds(60))
    for _ in 0..<20 { await Task.yield() }
    await router?.close(nil, true)
    #expect(await outcome.value?.status == .opened)
  }

  @Test func `messages reach the opener until the screen leaves`() async throws {
    let router = try await Self.shape("stack")
    let log = Log()
    var options = OpenOptions()
    options.on("saved") { log.add("option \($0.text ?? "")") }
    let outcome = await router.open("/modal", options: options)
    let (screen, handle) = (try #require(outcome.screen?.id), try #require(outcome.handle))
    let registration = handle.on("saved") { value in log.add("handle \(value.text ?? "")") }
    let stream = handle.messages("saved")
    #expect(router.send("saved", "one", from: screen) == 3)
    #expect(router.send("other", "two", from: screen) == 0)
    registration.cancel()
    #expect(router.send("saved", "three", from: screen) == 2)
    await router.dismiss()
    #expect(router.send("saved", "four", from: screen) == 0)
    #expect(log.lines == ["option one", "handle one", "option three"])
    var received: [Value] = []
    for await value in stream { received.append(value) }
    #expect(received == ["one", "three"])
    var late: [Value] = []
    for await value in handle.messages("saved") { late.append(value) }
    #expect(late.isEmpty)
  }

  @Test func `a released opener receives nothing more, but the result is kept`() async throws {
    let router = try await StageShape.router(StageShape.all[5])
    let log = Log()
    let post = try #require(router.stage.top?.id)
    var options = OpenOptions()
    options.source = post
    options.on("saved") { _ in log.add("heard") }
    let handle = try #require(await router.open("/search", options: options).handle)
    #expect(router.send("saved", from: handle.screen) == 1)
    await router.reset(tab: "feed")
    #expect(router.stage.screen(post) == nil)
    #expect(router.send("saved", from: handle.screen) == 0)
    #expect(log.lines == ["heard"])
    #expect(handle.ended == nil)
    _ = await router.open("/single")
    #expect(handle.ended == ScreenResult(.null, .removed))
  }

  @Test func `results and messages survive new rules`() async throws {
    let router = try await Self.shape("stack")
    let log = Log()
    var options = OpenOptions()
    options.on("saved") { _ in log.add("heard") }
    let handle = try #require(await router.open("/modal", options: options).handle)
    let reloaded = RouterRules()
    try reloaded.add(contentsOf: StageShape.routes)
    router.adopt(reloaded)
    router.send("saved", from: handle.screen)
    await router.close(nil, 1)
    #expect(log.lines == ["heard"])
    #expect(handle.ended == ScreenResult(1, .closed))
  }

  @Test func `a refreshed page keeps its result and accepts new listeners`() async throws {
    let router = try Router.make({ _ in }) {
      LinkRoute("/page/:n")
        .view { _ in Screen("Page") }
        .animator(.refresh(otherwise: .root) { page, _ in page })
      LinkRoute.page("/other")
    }
    let first = try #require(await router.open("/page/1").handle)
    let log = Log()
    var options = OpenOptions()
    options.on("m") { _ in log.add("heard") }
    let second = try #require(await router.open("/page/2", options: options).handle)
    #expect(first === second)
    router.send("m", from: second.screen)
    #expect(log.lines == ["heard"])
  }

  @Test func `everything that a screen owns ends when it closes`() async throws {
    let router = try await Self.shape("stack")
    let page = try #require(router.stage.top?.id)
    let owner = try #require(router.owner(of: page))
    try router.rules.add(
      LinkRoute("/owned").view("Owned"),
      owner: owner
    )
    let log = Log()
    router.on(.close, of: page, owner: owner) { _ in log.add("closed") }
    #expect(router.canOpen("/owned"))
    withExtendedLifetime(owner) {}
    await router.back()
    #expect(log.lines == ["closed"])
  }
}

extension Router {
  fileprivate func canOpen(_ text: String) -> Bool {
    guard let location = try? Location(parsing: text) else { return false }
    return rules.directory.index.match(location) != nil
  }
}
