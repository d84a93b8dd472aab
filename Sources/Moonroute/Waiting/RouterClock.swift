/// The clock of a router: the elapsed time, and a way to wait.
///
/// It is paused while a debugger stops the application. Waiting tasks then wait for the rest.
package struct RouterClock: Sendable {
  /// The time since this value was made, without pauses.
  package let elapsed: @Sendable () -> Duration

  /// The executor of waiting tasks that are on no actor's executor; `nil` for any.
  package let taskExecutor: (any TaskExecutor)?

  /// Whether the clock can differ from real time because a test runner advances it.
  package var canBeMoved: Bool { taskExecutor != nil }

  private let wait: @Sendable (Duration, isolated (any Actor)?) async throws -> Void

  private let pauses: ClockPauses

  /// Starts measuring with a clock.
  init(_ clock: some Clock<Duration>) {
    let start = clock.now
    let pauses = ClockPauses { start.duration(to: clock.now) }
    self.pauses = pauses
    elapsed = { pauses.elapsed }
    if let clock = clock as? any ExecutorClock {
      taskExecutor = clock.taskExecutor
      wait = { try await clock.wait($0, isolation: $1) }
    } else {
      taskExecutor = nil
      wait = { duration, _ in try await clock.sleep(for: duration) }
    }
  }

  /// The longest wait: clocks overflow on much longer ones.
  static let longestWait = Duration.seconds(100 * 365 * 24 * 3_600)

  /// Waits for a duration.
  ///
  /// - Parameters:
  ///   - duration: The duration, of any size.
  ///   - isolation: The actor of the caller.
  /// - Throws: `CancellationError` when the task is cancelled.
  package func sleep(
    _ duration: Duration,
    isolation: isolated (any Actor)? = #isolation
  ) async throws {
    var known = pauses.total
    try await wait(min(duration, Self.longestWait), isolation)
    // If the clock was paused in the meantime, wait for that time as well, and repeat.
    while case let total = pauses.total, total > known {
      let rest = total - known
      known = total
      try await wait(rest, isolation)
    }
  }

  /// Pauses the clock until ``resume()``.
  package func pause() { pauses.begin() }

  package func resume() { pauses.end() }

  /// Waits, from within a task.
  ///
  /// - Returns: Whether the time has passed; `false` if the task was cancelled.
  package func hasSlept(
    _ duration: Duration,
    isolation: isolated (any Actor)? = #isolation
  ) async -> Bool {
    (try? await preferring { try await sleep(duration, isolation: isolation) }) != nil
  }

  /// Yields to everything that is ready to run on the executor.
  package func yield(isolation: isolated (any Actor)? = #isolation) async {
    await withCheckedContinuation { continuation in
      _ = Task {
        _ = isolation
        continuation.resume()
      }
    }
  }

  /// Runs a function on the executor that tasks of this clock prefer.
  package func preferring(
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Void
  ) async throws {
    guard let taskExecutor else { return try await body() }
    try await withTaskExecutorPreference(taskExecutor) {
      _ = isolation
      try await body()
    }
  }
}

/// A clock whose waits do not leave the executor, so that a test runner that owns the executor sees
/// everything that happens.
package protocol ExecutorClock: Clock {
  /// The executor of waiting tasks that are on no actor's executor.
  var taskExecutor: any TaskExecutor { get }

  /// Waits; throws when the task is cancelled.
  func wait(_ duration: Swift.Duration, isolation: isolated (any Actor)?) async throws
}
