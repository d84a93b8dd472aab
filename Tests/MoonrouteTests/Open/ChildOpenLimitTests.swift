import Moonroute
import Synchronization
import TestSupport
import Testing

/// The common limit for all opens that begin inside one open.
@MainActor @Suite struct ChildOpenLimitTests {
  private func router(
    _ change: (inout RouterConfiguration) -> Void = { _ in },
    clock: any Clock<Duration> = SteppedClock(),
    _ open: @escaping (Router) async -> Void
  ) throws -> Router {
    var made: Router?
    let router = try Router.make(clock: clock, { change(&$0.configuration) }) {
      LinkRoute("/open")
        .with {
          $0.action = .waiting { _ in
            if let router = made { await open(router) }
            return .values([])
          }
        }
      LinkRoute("/act").with { $0.action = .immediate { _ in .values([]) } }
      LinkRoute.page("/page")
    }
    made = router
    return router
  }

  @Test func `nested opens have a limit at any depth`() async throws {
    var statuses: [Outcome.Status: Int] = [:]
    var problem: RouterError?
    let router = try router { router in
      for _ in 0..<2 {
        let outcome = await router.open("/open")
        statuses[outcome.status, default: 0] += 1
        if outcome.isRefused { problem = outcome.error }
      }
    }
    #expect(await router.open("/open").status == .handled)
    #expect(statuses[.handled] ?? 0 <= 1_000)
    #expect(statuses.values.reduce(0, +) < 4_000)
    #expect(problem?.code == .denied)
    #expect(
      problem?.message
        == "More than 1000 opens inside one open. Open fewer locations in its"
        + " handlers, or raise childOpenLimit."
    )
    #expect(await router.open("/act").status == .handled)
  }

  @Test func `the limit can be set, and each outermost open has its own`() async throws {
    var handled = 0
    let router = try router({ $0.childOpenLimit = 7 }) { router in
      for _ in 0..<10 where await router.open("/act").status == .handled { handled += 1 }
    }
    for _ in 0..<3 { _ = await router.open("/open") }
    #expect(handled == 21)
  }

  @Test func `the depth can be set`() async throws {
    var depth = 0
    let router = try router({ $0.openDepthLimit = 3 }) { router in
      if await router.open("/open").status == .handled { depth += 1 }
    }
    _ = await router.open("/open")
    #expect(depth == 2)
  }

  @Test(arguments: [0, -1])
  func `a limit below 1 is refused`(limit: Int) {
    var configuration = RouterConfiguration()
    configuration.childOpenLimit = limit
    #expect(throws: RouterError.self) { try configuration.check() }
    configuration = RouterConfiguration()
    configuration.openDepthLimit = limit
    #expect(throws: RouterError.self) { try configuration.check() }
  }

  @Test func `a task that waits between opens can open without limit`() async throws {
    let clock = SteppedClock()
    var handled = 0
    let router = try router({ $0.childOpenLimit = 100 }, clock: clock) { router in
      for _ in 0..<400 {
        if await router.open("/act").status == .handled { handled += 1 }
        clock.advance(by: .milliseconds(20))
      }
    }
    _ = await router.open("/open")
    #expect(handled == 400)
  }

  @Test func `an open with many nested opens yields to others`() async throws {
    var order: [String] = []
    let router = try router { router in
      for _ in 0..<200 { _ = await router.open("/act") }
      order.append("open")
    }
    let first = Task { await router.open("/open") }
    let second = Task {
      let outcome = await router.open("/page")
      order.append("page")
      return outcome
    }
    #expect(await first.value.status == .handled)
    #expect(await second.value.status == .opened)
    #expect(order == ["page", "open"])
  }

  @Test func `cancelling the outermost open ends all nested ones`() async throws {
    var count = 0
    var cancelled = 0
    let router = try router { router in
      while cancelled < 5 {
        count += 1
        if await router.open("/act").status == .cancelled { cancelled += 1 }
      }
    }
    let outermost = Task { await router.open("/open") }
    let stop = Task { outermost.cancel() }
    _ = await outermost.value
    await stop.value
    while cancelled < 5 { await Task.yield() }
    #expect(count < 1_000)
  }

  @Test func `nested opens share one budget of computing time`() async throws {
    let time = Mutex<UInt64>(0)
    var statuses: [Outcome.Status] = []
    var problem: RouterError?
    var made: Router?
    let router = try Router.make {
      LinkRoute("/open")
        .with {
          $0.action = .waiting { _ in
            for _ in 0..<8 {
              guard let outcome = await made?.open("/heavy") else { break }
              statuses.append(outcome.status)
              if outcome.status == .failed { problem = outcome.error }
            }
            return .values([])
          }
        }
      LinkRoute("/heavy")
        .with {
          $0.action = .immediate { _ in
            time.withLock { $0 += 240_000_000 }
            return .values([])
          }
        }
    }
    made = router
    router.events.computing = ComputingClock(callLimit: 250_000_000) { time.withLock { $0 } }
    #expect(await router.open("/open").status == .handled)
    #expect(statuses == Array(repeating: .handled, count: 5) + Array(repeating: .failed, count: 3))
    #expect(problem?.code == .timeout)
    #expect(
      problem?.message
        == "The opens inside one open computed for more than 1 s in total. Reduce the work of"
        + " their handlers, or open fewer locations."
    )
    #expect(await router.open("/heavy").status == .handled)
  }

  @Test(arguments: [0, 50, 100, 250])
  func `guards that compute for long yield to others in between`(
    milliseconds: UInt64
  ) async throws {
    let time = Mutex<UInt64>(0)
    var asked = 0
    let router = try Router.make {
      LinkRoute.page("/page")
        .with {
          let slow = LinkRoute.Redirect.decided(
            .immediate { _ in
              asked += 1
              time.withLock { $0 += milliseconds * 1_000_000 }
              return .proceed
            }
          )
          $0.redirects = Array(repeating: slow, count: 10)
        }
    }
    router.events.computing = ComputingClock(callLimit: 250_000_000) { time.withLock { $0 } }
    let other = Task { asked }
    #expect(await router.open("/page").status == .opened)
    #expect(asked == 10)
    // The first guards up to 125 ms, or all of them if they take no time.
    let expected: [UInt64: Int] = [0: 10, 50: 3, 100: 2, 250: 1]
    #expect(await other.value == expected[milliseconds])
  }
}
