import TestSupport
import Testing

@testable import Moonroute

@Suite struct RouterClockTests {
  @Test func `time does not count while a clock stands still`() {
    let moved = SteppedClock()
    let clock = RouterClock(moved)
    moved.advance(by: .seconds(1))
    clock.pause()
    moved.advance(by: .seconds(5))
    #expect(clock.elapsed() == .seconds(1))
    clock.resume()
    moved.advance(by: .seconds(2))
    #expect(clock.elapsed() == .seconds(3))
    clock.pause()
    clock.pause()
    moved.advance(by: .seconds(1))
    clock.resume()
    clock.resume()
    #expect(clock.elapsed() == .seconds(3))
  }

  @Test func `a sleeper on a paused clock sleeps for the rest afterwards`() async throws {
    let moved = SteppedClock()
    let clock = RouterClock(moved)
    async let isOver: Void = clock.sleep(.seconds(10))
    for (pause, rest) in [(4, 6), (2, 2), (0, 2)] {
      await moved.untilSomebodySleeps()
      clock.pause()
      moved.advance(by: .seconds(pause))
      clock.resume()
      moved.advance(by: .seconds(rest))
    }
    try await isOver
    #expect(moved.now.offset == .seconds(16) && clock.elapsed() == .seconds(10))
  }
}
