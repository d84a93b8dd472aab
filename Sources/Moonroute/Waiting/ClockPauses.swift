import Synchronization

final class ClockPauses: Sendable {
  private struct State {
    var total = Duration.zero
    /// The elapsed time, without earlier pauses, at which the current pause began.
    var start: Duration?
  }

  /// The elapsed time including pauses.
  private let now: @Sendable () -> Duration
  private let state = Mutex(State())
  /// Whether the clock was ever paused: most clocks never are.
  private let isUsed = Atomic(false)

  init(_ now: @escaping @Sendable () -> Duration) { self.now = now }

  /// The elapsed time without pauses.
  var elapsed: Duration {
    guard isUsed.load(ordering: .acquiring) else { return now() }
    // Read inside the lock, so that a pause cannot end between the two reads.
    return state.withLock { $0.start ?? now() - $0.total }
  }

  var total: Duration {
    guard isUsed.load(ordering: .acquiring) else { return .zero }
    let now = now()
    return state.withLock { state in
      state.total + (state.start.map { max(.zero, now - state.total - $0) } ?? .zero)
    }
  }

  func begin() {
    let now = now()
    state.withLock { $0.start = $0.start ?? now - $0.total }
    isUsed.store(true, ordering: .releasing)
  }

  func end() {
    let now = now()
    state.withLock { state in
      guard let start = state.start else { return }
      state.total = max(state.total, now - start)
      state.start = nil
    }
  }
}
