/// The clock of a router, whatever its kind: how much time has passed, and a way to wait.
///
/// It stands still while a debugger has stopped the application, and who waits then waits the rest.
package struct RouterClock: Sendable {
  /// The time since the clock was taken into use.
  package let elapsed: @Sendable () -> Duration

  /// Where tasks that wait run when they are on no actor's executor; `nil`: anywhere.
  package let taskExecutor: (any TaskExecutor)?

  /// Whether the clock need not go with the time of the machine: a test runner moves it.
  package var canBeMoved: Bool { taskExecutor != nil }

  private let wait: @Sendable (Duration, isolated (any Actor)?) async throws -> Void

  /// The times in which the clock stood still.
  private let pauses: ClockPauses

  /// Takes a clock into use.
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

  /// The longest wait: no clock can be asked for much more than that.
  static let longestWait = Duration.seconds(100 * 365 * 24 * 3_600)

  /// Waits; ends early with an error when the task is cancelled.
  ///
  /// - Parameters:
  ///   - duration: How long; of any size.
  ///   - isolation: Where the caller runs.
  /// - Throws: `CancellationError` when the task is cancelled.
  package func sleep(
    _ duration: Duration,
    isolation: isolated (any Actor)? = #isolation
  ) async throws {
    var known = pauses.total
    try await wait(min(duration, Self.longestWait), isolation)
    // The time that the clock stood still meanwhile is waited for behind it, and so on.
    while case let total = pauses.total, total > known {
      let rest = total - known
      known = total
      try await wait(rest, isolation)
    }
  }

  /// Lets the clock stand still until ``resume()``.
  package func pause() { pauses.begin() }

  /// Lets the clock go again.
  package func resume() { pauses.end() }

  /// Waits in a task of its own.
  ///
  /// - Returns: Whether the time is over; else the task was cancelled.
  package func hasSlept(
    _ duration: Duration,
    isolation: isolated (any Actor)? = #isolation
  ) async -> Bool {
    (try? await preferring { try await sleep(duration, isolation: isolation) }) != nil
  }

  /// Leaves the executor to all that is ready to run there, and comes back behind it.
  package func yield(isolation: isolated (any Actor)? = #isolation) async {
    await withCheckedContinuation { continuation in
      _ = Task {
        _ = isolation
        continuation.resume()
      }
    }
  }

  /// Does something on the executor that tasks of this clock prefer.
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

/// A clock on which a task waits without leaving its executor, so that a test runner that owns the
/// executor sees everything that happens.
package protocol ExecutorClock: Clock {
  /// Where tasks that wait run when they are on no actor's executor.
  var taskExecutor: any TaskExecutor { get }

  /// Waits; ends early with an error when the task is cancelled.
  func wait(_ duration: Swift.Duration, isolation: isolated (any Actor)?) async throws
}
