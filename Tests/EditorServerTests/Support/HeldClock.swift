import Synchronization

/// A clock whose sleeps end when a test says so.
final class HeldClock: Clock, Sendable {
  struct Instant: InstantProtocol {
    var offset = Duration.zero

    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct State {
    var isOpen = false
    var sleeps: [Duration] = []
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  var now: Instant { Instant() }
  var minimumResolution: Duration { .zero }

  /// The durations of all sleeps so far.
  var sleeps: [Duration] { state.withLock { $0.sleeps } }

  /// Ends every sleep, now and later.
  func release() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        state.sleeps.append(deadline.offset)
        if !state.isOpen { state.waiting.append(continuation) }
        return state.isOpen
      }
      if isOver { continuation.resume() }
    }
  }
}
