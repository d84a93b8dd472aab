import Synchronization

/// The tasks that sleep on a clock.
final class SleeperQueue: Sendable {
  struct Sleeper {
    let id: UInt64
    let deadline: ElapsedTime
    /// Whether it wakes after all other sleepers with the same deadline.
    let isLast: Bool
    fileprivate let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var lastID: UInt64 = 0
    var sleepers: [Sleeper] = []
    var cancelled: Set<UInt64> = []

    mutating func take(_ id: UInt64) -> Sleeper? {
      sleepers.firstIndex { $0.id == id }.map { sleepers.remove(at: $0) }
    }
  }

  private let state = Mutex(State())

  var count: Int { state.withLock { $0.sleepers.count } }

  /// The sleeper that wakes next.
  var next: Sleeper? {
    state.withLock { state in
      state.sleepers.min {
        ($0.deadline, $0.isLast ? 1 : 0, $0.id) < ($1.deadline, $1.isLast ? 1 : 0, $1.id)
      }
    }
  }

  /// Sleeps on the caller's executor until the clock wakes the sleeper.
  ///
  /// `whenAdded` gets the sleeper's number when the clock can wake it.
  func sleep(
    until deadline: ElapsedTime,
    isLast: Bool = false,
    isolation: isolated (any Actor)?,
    whenAdded: (UInt64) -> Void = { _ in }
  ) async throws {
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    try await withTaskCancellationHandler {
      _ = isolation
      try await withCheckedThrowingContinuation { continuation in
        let isCancelled = state.withLock { state in
          guard state.cancelled.remove(id) == nil else { return true }
          state.sleepers.append(
            Sleeper(id: id, deadline: deadline, isLast: isLast, continuation: continuation)
          )
          return false
        }
        guard !isCancelled else { return continuation.resume(throwing: CancellationError()) }
        whenAdded(id)
      }
    } onCancel: {
      let sleeper = state.withLock { state in
        let sleeper = state.take(id)
        if sleeper == nil { state.cancelled.insert(id) }
        return sleeper
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  func wake(_ id: UInt64) { state.withLock { $0.take(id) }?.continuation.resume() }

  /// Cancels all sleepers, or only the sleepers that are not last.
  func cancel(includingLast: Bool) {
    let sleepers = state.withLock { state in
      let sleepers = state.sleepers.filter { includingLast || !$0.isLast }
      state.sleepers.removeAll { includingLast || !$0.isLast }
      return sleepers
    }
    for sleeper in sleepers { sleeper.continuation.resume(throwing: CancellationError()) }
  }
}
