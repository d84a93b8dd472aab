import ScriptHost
import Synchronization

/// The time of one spec file, or of another application whose time is virtual: its executor, its
/// clock, and a handler for tests that can never end.
package final class RehearsalTime: Sendable {
  /// Runs the jobs of the application.
  package let executor: RehearsalExecutor

  /// The clock of the application.
  package let clock: RehearsalClock

  private struct State {
    var stuck: (@Sendable (any Error) -> Void)?
    var limit: (time: RehearsalClock.Instant, duration: Duration)?
    /// How many pieces of work are done elsewhere, which the clock waits for.
    var outsideCount = 0
  }

  private let state = Mutex(State())

  /// Lets the clock move when everything waits.
  ///
  /// - Parameter start: Starts what runs the jobs, away from the caller. Default: in a task.
  package init(
    _ start: @escaping RehearsalExecutor.Start = RehearsalExecutor.startInTask
  ) {
    executor = RehearsalExecutor(start)
    clock = RehearsalClock(executor: executor)
    executor.whenIdle { [weak self] in self?.moveOn() ?? false }
  }

  /// Lets the clock move by itself until ``stand()``.
  ///
  /// - Parameter stuck: Called with an error when everything waits and nothing may end that, or when
  ///   the test has had its time.
  package func run(stuck: @escaping @Sendable (any Error) -> Void) {
    state.withLock { $0.stuck = stuck }
  }

  /// Sets how long the clock may go on from now in this test; `nil`: as long as it likes.
  package func limit(_ duration: Duration?) {
    let now = clock.now
    state.withLock { $0.limit = duration.map { (now.advanced(by: $0), $0) } }
  }

  /// Lets the clock stand still.
  package func stand() {
    state.withLock { $0.stuck = nil }
  }

  /// Does something on other executors; the clock stands still meanwhile, and what cancels the caller
  /// cancels the work.
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
      stuck(GivenUpWait())
      return true
    }
    if isOutside { return false }
    if clock.move(until: limit?.time) { return true }
    stand()
    if let limit, clock.sleeperCount > 0 {
      stuck(EndlessWait.longerThan(limit.duration))
    } else {
      stuck(EndlessWait.withoutEnd)
    }
    return true
  }
}

/// A wait that ends the work that waits, since nothing else can.
package enum EndlessWait: Error {
  case withoutEnd
  /// A sleep ends later than the test may take.
  case longerThan(Duration)
}
