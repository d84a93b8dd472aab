#if Inspector
import Synchronization

/// Delays requests until scripts have been loaded once, successfully or not.
final class FirstLoad: Sendable {
  private struct State {
    var isOver: Bool
    var last = 0
    var waiting: [Int: CheckedContinuation<Bool, Never>] = [:]
  }

  private let state: Mutex<State>

  init(isAwaited: Bool) { state = Mutex(State(isOver: !isAwaited)) }

  var isOver: Bool { state.withLock { $0.isOver } }

  func end() {
    let waiting = state.withLock { state in
      defer { (state.isOver, state.waiting) = (true, [:]) }
      return state.waiting.values
    }
    for continuation in waiting { continuation.resume(returning: true) }
  }

  /// Waits for the load, and returns whether it was over within the limit.
  func isOver(within limit: Duration) async -> Bool {
    guard !isOver else { return true }
    return await withCheckedContinuation { continuation in
      let number = state.withLock { state -> Int? in
        guard !state.isOver else { return nil }
        state.last += 1
        state.waiting[state.last] = continuation
        return state.last
      }
      guard let number else { return continuation.resume(returning: true) }
      Task {
        try? await Task.sleep(for: limit)
        self.state.withLock { $0.waiting.removeValue(forKey: number) }?.resume(returning: false)
      }
    }
  }
}
#endif
