import Moonroute
import RoutePatterns
import TestSupport
import Testing

/// Semantics section 4, "waiting".
@MainActor @Suite struct WaitTests {
  let clock = SteppedClock()
  let gate = Gate()

  @Test func `each decision has its own budget`() async throws {
    let (clock, gates) = (clock, [Gate(), Gate()])
    let router = try Router.make(clock: clock) {
      LinkRoute.page("/a")
        .with {
          $0.redirects = gates.map { gate in
            .decided(
              .waiting { _ in
                await gate.pass()
                return .proceed
              }
            )
          }
        }
    }
    let opening = Task { await router.open("/a") }
    for gate in gates {
      await gate.reached()
      await clock.untilSomebodySleeps()
      clock.advance(by: .seconds(9))
      gate.open()
    }
    #expect(await opening.value.status == .opened)
  }

  @Test func `the limit is settable`() async throws {
    let router = try Router.make(clock: clock) { [gate] in
      LinkRoute.page("/a")
        .with {
          $0.redirects = [
            .decided(
              .waiting { _ in
                await gate.pass()
                return .proceed
              }
            )
          ]
        }
    }
    router.rules.configuration.waitLimit = .milliseconds(50)
    let opening = Task { await router.open("/a") }
    await clock.untilSomebodySleeps()
    clock.advance(by: .milliseconds(49))
    await Task.yield()
    #expect(router.stage.top == nil)
    clock.advance(by: .milliseconds(1))
    #expect(await opening.value.error?.code == .timeout)
    gate.open()
  }

  @Test(arguments: [nil, Duration.seconds(Int64.max), Duration.seconds(Int64.max) * 10])
  func `a limit of any size works, even with a real clock`(limit: Duration?) async throws {
    var configuration = RouterConfiguration()
    configuration.waitLimit = limit
    try configuration.check()
    for clock in [ContinuousClock(), SuspendingClock(), clock] as [any Clock<Duration>] {
      let gate = Gate()
      let router = try Router.make(clock: clock) {
        LinkRoute("/a")
          .view { _ in
            await gate.pass()
            return Screen("A")
          }
      }
      router.rules.configuration = configuration
      let opening = Task { await router.open("/a") }
      await gate.reached()
      gate.open()
      #expect(await opening.value.status == .opened)
    }
  }

  @Test func `a limit that is not above zero is an error at load`() {
    var configuration = RouterConfiguration()
    configuration.waitLimit = .zero
    let error = #expect(throws: RouterError.self) { try configuration.check() }
    #expect(error?.message == "The wait limit cannot be 0.0 seconds. Set it above zero.")
  }

  @Test func `waiting for a child open does not count`() async throws {
    var router: Router?
    let after = Gate()
    router = try Router.make(clock: clock) { [gate] in
      LinkRoute.page("/parent")
        .with {
          $0.redirects = [
            .decided(
              .waiting { _ in
                _ = await router?.open("/child")
                await after.pass()
                return .proceed
              }
            )
          ]
        }
      LinkRoute("/child")
        .with {
          $0.redirects = (0..<3)
            .map { _ in
              .decided(
                .waiting { _ in
                  await gate.pass()
                  return .proceed
                }
              )
            }
          $0.action = .immediate { _ in .values([]) }
        }
    }
    let opening = Task { await router?.open("/parent") }
    await gate.reached()
    await clock.untilSomebodySleeps()
    clock.advance(by: .seconds(9))
    gate.open()
    await after.reached()
    // Nine seconds passed, all of them in the child.
    await clock.untilSomebodySleeps()
    clock.advance(by: .seconds(9))
    for _ in 0..<10 { await Task.yield() }
    clock.advance(by: .seconds(1))
    #expect(await opening.value?.error?.code == .timeout)
    after.open()
  }

  @Test func `cancelling the task ends the wait immediately`() async throws {
    let router = try Router.make(clock: clock) { [gate] in
      LinkRoute.page("/a")
        .with {
          $0.redirects = [
            .decided(
              .waiting { _ in
                await gate.pass()
                return .proceed
              }
            )
          ]
        }
    }
    let opening = Task { await router.open("/a") }
    await gate.reached()
    opening.cancel()
    #expect(await opening.value.summary == "cancelled /a")
    gate.open()
    let late = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await router.open("/a")
    }
    #expect(await late.value.status == .cancelled)
  }

  @Test func `cancelling the task stops the current build`() async throws {
    let router = try Router.make(clock: clock) { [gate] in
      LinkRoute("/a")
        .view { _ in
          await gate.pass()
          return Screen("A")
        }
        .animator(.root)
    }
    let opening = Task { await router.open("/a") }
    await gate.reached()
    opening.cancel()
    gate.open()
    #expect(await opening.value.status == .cancelled)
  }

  @Test func `no timer is left behind`() async throws {
    let router = try Router.make(clock: clock) {
      LinkRoute.page("/a")
        .with {
          $0.redirects = [
            .decided(
              .waiting { _ in
                await Task.yield()
                return .proceed
              }
            )
          ]
        }
    }
    for _ in 0..<100 { _ = await router.open("/a") }
    while clock.sleeperCount > 0 { await Task.yield() }
  }

  @Test func `a handler that does not wait in the end is not delayed`() async throws {
    let router = try Router.make(clock: clock) {
      LinkRoute.page("/a").with { $0.redirects = [.decided(.eventual { _ in .now(.stop()) })] }
      LinkRoute.page("/b")
        .with {
          $0.redirects = [
            .decided(
              .eventual { _ in
                .later {
                  await Task.yield()
                  return .stop()
                }
              }
            )
          ]
        }
    }
    #expect(await router.open("/a").status == .intercepted)
    #expect(await router.open("/b").status == .intercepted)
  }
}
