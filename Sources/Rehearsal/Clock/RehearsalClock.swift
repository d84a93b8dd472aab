import Moonroute
import Synchronization

/// A virtual clock that moves only when all work waits.
package final class RehearsalClock: ExecutorClock {
  package typealias Instant = ElapsedTime

  private let time = Mutex(Instant())
  private let sleepers = SleeperQueue()

  package let taskExecutor: any TaskExecutor

  init(executor: any TaskExecutor) { taskExecutor = executor }

  package var now: Instant { time.withLock { $0 } }

  package var minimumResolution: Duration { .zero }

  package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try await wait(now.duration(to: deadline), isolation: nil)
  }

  /// Waits on the caller's executor.
  package func wait(_ duration: Duration, isolation: isolated (any Actor)?) async throws {
    let deadline = now.advanced(by: max(.zero, duration))
    try await sleepers.sleep(until: deadline, isolation: isolation)
  }

  /// Wakes sleepers on the way, and returns once all work waits.
  package func advance(by duration: Duration) async {
    let goal = now.advanced(by: max(.zero, duration))
    try? await sleepers.sleep(until: goal, isLast: true, isolation: nil)
  }

  /// Moves to the next event: a sleeper's deadline or the goal of an advance.
  ///
  /// Call this when all work waits.
  ///
  /// - Parameter limit: The latest time to move to; `nil` means no limit.
  /// - Returns: Whether a task resumed.
  func move(until limit: Instant?) -> Bool {
    guard let next = sleepers.next, limit.map({ next.deadline <= $0 }) ?? true else { return false }
    time.withLock { $0 = max($0, next.deadline) }
    sleepers.wake(next.id)
    return true
  }

  package var sleeperCount: Int { sleepers.count }

  /// Whether the deadline of a sleeper has come.
  var isDue: Bool { sleepers.next.map { $0.deadline <= now } ?? false }

  /// Sets the time to zero and cancels all sleepers, and on request all advances of the clock.
  package func reset(endingAdvances: Bool = false) {
    time.withLock { $0 = Instant() }
    sleepers.cancel(includingLast: endingAdvances)
  }
}
