import Synchronization

/// The times in which a clock stood still.
final class ClockPauses: Sendable {
  private struct State {
    var total = Duration.zero
    /// The time that has passed where it stands still, pauses before taken off.
    var start: Duration?
  }

  /// The time without the pauses taken off.
  private let now: @Sendable () -> Duration
  private let state = Mutex(State())
  /// Whether there has ever been one: nearly no clock pauses.
  private let isUsed = Atomic(false)

  /// Has had none yet.
  init(_ now: @escaping @Sendable () -> Duration) { self.now = now }

  /// The time that has passed, pauses taken off.
  var elapsed: Duration {
    guard isUsed.load(ordering: .acquiring) else { return now() }
    // Asked for inside, so that no pause ends in between.
    return state.withLock { $0.start ?? now() - $0.total }
  }

  /// How long it has stood still altogether, up to now.
  var total: Duration {
    guard isUsed.load(ordering: .acquiring) else { return .zero }
    let now = now()
    return state.withLock { state in
      state.total + (state.start.map { max(.zero, now - state.total - $0) } ?? .zero)
    }
  }

  /// Begins one, unless one has begun.
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
