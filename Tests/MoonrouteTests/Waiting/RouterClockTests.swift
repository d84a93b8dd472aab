import Synchronization
import Testing

@testable import Moonroute

@Suite struct RouterClockTests {
  /// A clock that a test moves: each sleep moves it, and does something before it is over.
  private final class MovedClock: Clock {
    struct Instant: InstantProtocol {
      var offset = Duration.zero
      func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
      func duration(to other: Instant) -> Duration { other.offset - offset }
      static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private let state = Mutex<(now: Instant, during: [@Sendable () -> Void])>((Instant(), []))

    var now: Instant { state.withLock { $0.now } }
    var minimumResolution: Duration { .zero }

    func move(by duration: Duration) {
      state.withLock { $0.now = $0.now.advanced(by: duration) }
    }

    func duringNextSleep(_ body: @escaping @Sendable () -> Void) {
      state.withLock { $0.during.append(body) }
    }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
      let body = state.withLock { $0.during.isEmpty ? nil : $0.during.removeFirst() }
      body?()
      state.withLock { $0.now = max($0.now, deadline) }
    }
  }

  @Test func `time that a clock stood still does not count`() {
    let moved = MovedClock()
    let clock = RouterClock(moved)
    moved.move(by: .seconds(1))
    clock.pause()
    moved.move(by: .seconds(5))
    #expect(clock.elapsed() == .seconds(1))
    clock.resume()
    moved.move(by: .seconds(2))
    #expect(clock.elapsed() == .seconds(3))
    clock.pause()
    clock.pause()
    moved.move(by: .seconds(1))
    clock.resume()
    clock.resume()
    #expect(clock.elapsed() == .seconds(3))
  }

  @Test func `what sleeps while a clock stands still sleeps the rest`() async throws {
    let moved = MovedClock()
    let clock = RouterClock(moved)
    moved.duringNextSleep {
      clock.pause()
      moved.move(by: .seconds(4))
      clock.resume()
    }
    moved.duringNextSleep {
      clock.pause()
      moved.move(by: .seconds(2))
      clock.resume()
    }
    try await clock.sleep(.seconds(10))
    #expect(moved.now.offset == .seconds(16) && clock.elapsed() == .seconds(10))
  }
}
