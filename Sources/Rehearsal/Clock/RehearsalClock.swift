import Moonroute
import Synchronization

/// A virtual clock that moves only when all work waits.
package final class RehearsalClock: ExecutorClock {
  package typealias Instant = ElapsedTime

  private struct Sleeper {
    let id: UInt64
    let deadline: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct Goal {
    let id: UInt64
    let time: Instant
    let continuation: CheckedContinuation<Void, Never>
  }

  private struct State {
    var now = Instant()
    var lastID: UInt64 = 0
    var sleepers: [Sleeper] = []
    var cancelled: Set<UInt64> = []
    var goals: [Goal] = []
  }

  private let state = Mutex(State())

  package let taskExecutor: any TaskExecutor

  init(executor: any TaskExecutor) { taskExecutor = executor }

  package var now: Instant { state.withLock { $0.now } }

  package var minimumResolution: Duration { .zero }

  package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try await wait(now.duration(to: deadline), isolation: nil)
  }

  /// Waits on the caller's executor.
  package func wait(_ duration: Duration, isolation: isolated (any Actor)?) async throws {
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    try await withTaskCancellationHandler {
      _ = isolation
      try await withCheckedThrowingContinuation { continuation in
        add(id, after: duration, continuation)
      }
    } onCancel: {
      cancel(id)
    }
  }

  private func add(
    _ id: UInt64,
    after duration: Duration,
    _ continuation: CheckedContinuation<Void, any Error>
  ) {
    let isCancelled = state.withLock { state in
      guard state.cancelled.remove(id) == nil else { return true }
      let deadline = state.now.advanced(by: max(.zero, duration))
      state.sleepers.append(Sleeper(id: id, deadline: deadline, continuation: continuation))
      return false
    }
    if isCancelled { continuation.resume(throwing: CancellationError()) }
  }

  private func cancel(_ id: UInt64) {
    let sleeper = state.withLock { state -> Sleeper? in
      guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else {
        state.cancelled.insert(id)
        return nil
      }
      return state.sleepers.remove(at: index)
    }
    sleeper?.continuation.resume(throwing: CancellationError())
  }

  /// Wakes sleepers on the way, and returns once all work waits.
  package func advance(by duration: Duration) async {
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        guard !Task.isCancelled else { return continuation.resume() }
        state.withLock { state in
          let time = state.now.advanced(by: max(.zero, duration))
          state.goals.append(Goal(id: id, time: time, continuation: continuation))
        }
      }
    } onCancel: {
      let goal = state.withLock { state in
        state.goals.firstIndex { $0.id == id }.map { state.goals.remove(at: $0) }
      }
      goal?.continuation.resume()
    }
  }

  /// Moves to the next deadline or goal when all work waits, and returns whether one resumed.
  func move(until limit: Instant?) -> Bool {
    enum Event {
      case sleeper(Sleeper)
      case goal(Goal)
      case nothing
    }
    let event: Event = state.withLock { state in
      let next = state.sleepers.min { ($0.deadline, $0.id) < ($1.deadline, $1.id) }
      let goal = state.goals.min { ($0.time, $0.id) < ($1.time, $1.id) }
      let nearest = min(next?.deadline, goal?.time)
      if let limit, let nearest, nearest > limit { return .nothing }
      if let goal, next.map({ $0.deadline > goal.time }) ?? true {
        state.now = max(state.now, goal.time)
        state.goals.removeAll { $0.id == goal.id }
        return .goal(goal)
      }
      guard let next else { return .nothing }
      state.sleepers.removeAll { $0.id == next.id }
      state.now = max(state.now, next.deadline)
      return .sleeper(next)
    }
    switch event {
    case .sleeper(let sleeper): sleeper.continuation.resume()
    case .goal(let goal): goal.continuation.resume()
    case .nothing: return false
    }
    return true
  }

  package var sleeperCount: Int { state.withLock { $0.sleepers.count + $0.goals.count } }

  /// Sets the time to zero and cancels all sleepers.
  package func reset() {
    let sleepers = state.withLock { state in
      defer {
        state.sleepers = []
        state.now = Instant()
      }
      return state.sleepers
    }
    for sleeper in sleepers { sleeper.continuation.resume(throwing: CancellationError()) }
  }
}

private func min(
  _ one: RehearsalClock.Instant?,
  _ other: RehearsalClock.Instant?
) -> RehearsalClock.Instant? {
  guard let one, let other else { return one ?? other }
  return one < other ? one : other
}
