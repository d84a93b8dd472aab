import ScriptHost
import Synchronization

/// The virtual time of one spec file or application: its executor, its clock and a handler for work
/// that never ends.
package final class RehearsalTime: Sendable {
  package let executor: RehearsalExecutor

  package let clock: RehearsalClock

  private struct State {
    var stuck: (@Sendable (any Error) -> Void)?
    var limit: (time: RehearsalClock.Instant, duration: Duration)?
    /// The number of tasks on other executors that the clock waits for.
    var outsideCount = 0
  }

  private let state = Mutex(State())

  package init(
    _ start: @escaping RehearsalExecutor.Start = RehearsalExecutor.startInTask
  ) {
    executor = RehearsalExecutor(start)
    clock = RehearsalClock(executor: executor)
    executor.whenIdle { [weak self] in self?.moveOn() ?? false }
  }

  /// Advances the clock automatically until ``stand()``; `stuck` handles endless waits and exceeded
  /// time.
  package func run(stuck: @escaping @Sendable (any Error) -> Void) {
    state.withLock { $0.stuck = stuck }
  }

  /// Limits how far the clock may move in this test; `nil` removes the limit.
  package func limit(_ duration: Duration?) {
    let now = clock.now
    state.withLock { $0.limit = duration.map { (now.advanced(by: $0), $0) } }
  }

  /// Runs all work that does not wait for a later time.
  ///
  /// Call it from a job of the executor.
  package func settle() async {
    let isOutside = state.withLock { $0.outsideCount > 0 }
    guard isOutside || executor.hasJobs || clock.isDue else { return }
    await clock.advance(by: .zero)
  }

  package func stand() {
    state.withLock { $0.stuck = nil }
  }

  /// Runs work on other executors while the clock pauses; cancelling the caller cancels the work.
  package func outside<Answer: Sendable>(
    _ work: @escaping @Sendable () async throws -> Answer
  ) async throws -> Answer {
    state.withLock { $0.outsideCount += 1 }
    defer { state.withLock { $0.outsideCount -= 1 } }
    let task = Task.detached { try await work() }
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }

  private func moveOn() -> Bool {
    let (stuck, limit, isOutside) = state.withLock { ($0.stuck, $0.limit, $0.outsideCount > 0) }
    guard let stuck else { return false }
    if executor.meter.isOver {
      stand()
      stuck(GivenUpWaitError())
      return true
    }
    if isOutside { return false }
    if clock.move(until: limit?.time) { return true }
    stand()
    if let limit, clock.sleeperCount > 0 {
      stuck(EndlessWaitError.longerThan(limit.duration))
    } else {
      stuck(EndlessWaitError.withoutEnd)
    }
    return true
  }
}

package enum EndlessWaitError: Error {
  case withoutEnd
  /// A sleep ends after the test's time limit.
  case longerThan(Duration)
}
