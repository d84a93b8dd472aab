import Moonroute
import RoutePatterns
import TestSupport
import Testing

/// Semantics section 4, "overlapping opens".
@MainActor @Suite struct OverlapTests {
  let gate = Gate()
  let log = Log()

  private func waits(_ label: String, _ gate: Gate) -> [LinkRoute.Redirect] {
    [
      .decided(
        .waiting { [log] _ in
          log.add("\(label) asks")
          await gate.pass()
          log.add("\(label) answers")
          return .proceed
        }
      )
    ]
  }

  private func router(_ setUp: (RouterRules) throws -> Void = { _ in }) throws -> Router {
    try Router.make(setUp) {
      LinkRoute.page("/slow").with { $0.redirects = waits("slow", gate) }
      LinkRoute.page("/fast")
      LinkRoute("/builds")
        .view { [gate] _ in
          await gate.pass()
          return Screen("Builds")
        }
        .animator(.root)
      LinkRoute("/act").action { _ in "done" }
      LinkRoute("/slow-act")
        .action { [gate] _ in
          await gate.pass()
          return "done"
        }
      LinkRoute("/guarded-act").action { _ in "done" }.with { $0.redirects = waits("act", gate) }
      LinkRoute("/leads-to-act").redirect(to: "/act")
      LinkRoute("/decides").with { $0.redirects = waits("decides", gate) }
      LinkRoute("/missing-first").with { $0.action = .immediate { _ in .declined } }
    }
  }

  @Test func `the newest open wins, and the older one's wait ends immediately`() async throws {
    let router = try router()
    let slow = Task { await router.open("/slow") }
    await gate.reached()
    #expect(await router.open("/fast").status == .opened)
    let outcome = await slow.value
    #expect(outcome.summary == "cancelled /slow")
    #expect(outcome.error == nil)
    #expect(outcome.asError == RouterError(.cancelled, "'/slow' was cancelled by a newer open."))
    #expect(outcome.story.last == "redirect | /slow | cancelled")
    #expect(log.lines == ["slow asks"])
    #expect(router.stage.screens.map(\.view) == ["/fast"])
    gate.open()
  }

  @Test(arguments: ["/act", "/nowhere", "/missing-first", "/leads-to-act"])
  func `an open without a screen cancels nothing`(location: String) async throws {
    let router = try router()
    let slow = Task { await router.open("/slow") }
    await gate.reached()
    _ = await router.open(location)
    gate.open()
    #expect(await slow.value.status == .opened)
  }

  @Test(arguments: ["/slow-act", "/guarded-act"])
  func `an action is not cancelled`(location: String) async throws {
    let router = try router()
    let action = Task { await router.open(location) }
    await gate.reached()
    #expect(await router.open("/fast").status == .opened)
    gate.open()
    #expect(await action.value.summary == "handled \(location)")
  }

  @Test func `a route with only a decision can be cancelled`() async throws {
    let router = try router()
    let decides = Task { await router.open("/decides") }
    await gate.reached()
    #expect(await router.open("/fast").status == .opened)
    #expect(await decides.value.status == .cancelled)
    gate.open()
  }

  @Test func `fetch and build neither cancel nor are cancelled`() async throws {
    let router = try router()
    let slow = Task { await router.open("/slow") }
    await gate.reached()
    _ = try await router.fetch("/act")
    _ = try await router.build("/fast")
    let fetching = Task { try await router.fetch("/slow-act") }
    let building = Task { try await router.build("/slow") }
    await gate.reached(3)
    #expect(await router.open("/fast").status == .opened)
    gate.open()
    #expect(try await fetching.value == ["done"])
    #expect(try await building.value.name == nil)
    #expect(await slow.value.status == .cancelled)
  }

  @Test func `an open whose view is being made can be overtaken, and does not show it later`()
    async throws
  {
    let router = try router()
    let building = Task { await router.open("/builds") }
    await gate.reached()
    #expect(await router.open("/fast").status == .opened)
    #expect(await building.value.status == .cancelled)
    gate.open()
    #expect(await router.open("/act").status == .handled)
    #expect(router.stage.screens.map(\.view) == ["/fast"])
  }

  @Test func `an open whose task is cancelled while its view is made shows nothing`() async throws {
    let router = try router()
    let building = Task { await router.open("/builds") }
    await gate.reached()
    building.cancel()
    #expect(await building.value.status == .cancelled)
    gate.open()
    #expect(router.stage.screens.isEmpty)
  }

  @Test(arguments: [true, false])
  func `the view of a cancelled open sees the cancellation`(isOvertaken: Bool) async throws {
    let log = log
    let (begins, begun) = AsyncStream.makeStream(of: Void.self)
    let (ends, end) = AsyncStream.makeStream(of: Bool.self)
    let router = try Router.make {
      LinkRoute("/waits")
        .view { _ in
          begun.yield()
          let (nothing, _) = AsyncStream.makeStream(of: Never.self)
          for await _ in nothing {}
          end.yield(Task.isCancelled)
          return Screen("Waits")
        }
      LinkRoute.page("/fast")
    }
    let open = Task { await router.open("/waits") }
    for await _ in begins { break }
    if isOvertaken { _ = await router.open("/fast") } else { open.cancel() }
    #expect(await open.value.status == .cancelled)
    for await wasCancelled in ends {
      #expect(wasCancelled)
      break
    }
    #expect(router.stage.screens.map(\.view) == (isOvertaken ? ["/fast"] : []))
    #expect(log.lines.isEmpty)
  }

  @Test func `an older open is cancelled as soon as it reaches a screen`()
    async throws
  {
    let router = try router { [gate] rules in
      try rules.addRewriter(
        "/old",
        decision: .decided(
          .waiting { _ in
            await gate.pass()
            return .open("/builds")
          }
        )
      )
    }
    let old = Task { await router.open("/old") }
    await gate.reached()
    #expect(await router.open("/fast").status == .opened)
    gate.open()
    #expect(await old.value.status == .cancelled)
    #expect(router.stage.screens.map(\.view) == ["/fast"])
  }

  @Test func `a queue runs opens one after another, including actions`() async throws {
    let router = try router { $0.configuration.whenBusy = .wait }
    var outcomes: [Task<Outcome, Never>] = []
    for location in ["/slow", "/act", "/fast", "/guarded-act"] {
      outcomes.append(Task { await router.open(location) })
      await Task.yield()
    }
    await gate.reached()
    #expect(router.stage.top == nil)
    gate.open()
    for outcome in outcomes { #expect(await outcome.value.isSuccess) }
    #expect(log.lines == ["slow asks", "slow answers", "act asks", "act answers"])
    #expect(router.stage.screens.map(\.view) == ["/fast"])
  }

  @Test func `a queue loses no open if others go first before each wait`() async throws {
    var configuration = RouterConfiguration()
    configuration.whenBusy = .wait
    let application = try LinkRouter(options: RouterOptions(configuration, clock: StillClock())) {
      LinkRoute("/act/:steps<int>")
        .action { state in
          for _ in 0..<(state.match[int: "steps"] ?? 0) { await Task.yield() }
          return "done"
        }
    }
    let executor = MainTasks()
    func open(_ location: String) -> Task<Outcome.Status, Never> {
      Task(executorPreference: executor) { await application.open(location).status }
    }
    // At every point where the first open can end, including just before the second one waits.
    for steps in 0..<30 {
      let opens = [open("/act/\(steps)"), open("/act/0")]
      for open in opens { #expect(await open.value == .handled, "after \(steps) steps") }
    }
  }

  @Test func `a queued call waits, but a fetch does not`() async throws {
    let router = try router()
    let slow = Task { await router.open("/slow") }
    await gate.reached()
    var options = OpenOptions()
    options.whenBusy = .wait
    let queued = Task { [options] in await router.open("/fast", options: options) }
    await Task.yield()
    #expect(try await router.fetch("/act", options: options) == ["done"])
    gate.open()
    #expect(await slow.value.status == .opened)
    #expect(await queued.value.status == .opened)
    #expect(router.stage.top?.view == "/fast")
  }

  @Test func `a fetch does not block the queue`() async throws {
    let router = try router { $0.configuration.whenBusy = .wait }
    let fetching = Task { try await router.fetch("/slow-act") }
    await gate.reached()
    #expect(await router.open("/fast").status == .opened)
    gate.open()
    _ = try await fetching.value
  }

  @Test func `a cancelled open leaves the queue`() async throws {
    let router = try router { $0.configuration.whenBusy = .wait }
    let slow = Task { await router.open("/slow") }
    await gate.reached()
    let first = Task { await router.open("/fast") }
    let second = Task { await router.open("/act") }
    await Task.yield()
    first.cancel()
    #expect(await first.value.status == .cancelled)
    gate.open()
    #expect(await slow.value.status == .opened)
    #expect(await second.value.status == .handled)
  }

  @Test func `a running open finishes on the rules it started with`() async throws {
    let router = try router()
    let slow = Task { await router.open("/slow") }
    await gate.reached()
    let other = RouterRules()
    try other.add(LinkRoute.page("/new"))
    router.adopt(other)
    gate.open()
    #expect(await slow.value.status == .opened)
    #expect(await router.open("/slow").status == .notFound)
    #expect(await router.open("/new").status == .opened)
  }

  @Test func `a queued open starts on the rules of its turn`() async throws {
    let router = try router { $0.configuration.whenBusy = .wait }
    let slow = Task { await router.open("/slow") }
    await gate.reached()
    let queued = Task { await router.open("/new") }
    await Task.yield()
    let other = RouterRules()
    try other.add(LinkRoute.page("/new"))
    router.adopt(other)
    gate.open()
    #expect(await slow.value.status == .opened)
    #expect(await queued.value.status == .opened)
  }
}
