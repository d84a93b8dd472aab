import Synchronization

/// A point where a test delays a script, and is notified of its arrival.
final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var count = 0
    var continuations: [CheckedContinuation<Void, Never>] = []
    var watching: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  func wait() async {
    await withCheckedContinuation { continuation in
      let ready = state.withLock { state in
        state.count += 1
        defer { state.watching = [] }
        if state.isOpen { return state.watching + [continuation] }
        state.continuations.append(continuation)
        return state.watching
      }
      for continuation in ready { continuation.resume() }
    }
  }

  /// Waits until callers have reached the gate.
  ///
  /// - Parameter count: The total number of arrivals. Default: one.
  func reached(_ count: Int = 1) async {
    while state.withLock({ $0.count < count }) {
      await withCheckedContinuation { continuation in
        let isReached = state.withLock { state in
          if state.count < count { state.watching.append(continuation) }
          return state.count >= count
        }
        if isReached { continuation.resume() }
      }
    }
  }

  /// Opens the gate permanently.
  func open() {
    let continuations = state.withLock { state in
      state.isOpen = true
      defer { state.continuations = [] }
      return state.continuations
    }
    for continuation in continuations { continuation.resume() }
  }
}
