/// The clock of a router, whatever its kind: how much time has passed, and a way to wait.
package struct RouterClock: Sendable {
  /// The time since the clock was taken into use.
  package let elapsed: @Sendable () -> Duration

  /// Waits; ends early with an error when the task is cancelled.
  package let sleep: @Sendable (Duration) async throws -> Void

  /// Takes a clock into use.
  init(_ clock: some Clock<Duration>) {
    let start = clock.now
    elapsed = { start.duration(to: clock.now) }
    if let clock = clock as? any WaitingClock {
      sleep = { try await clock.wait($0) }
    } else {
      sleep = { try await clock.sleep(for: $0) }
    }
  }
}

/// A clock on which a task waits without leaving its executor, so that a test runner that owns the
/// executor sees everything that happens.
package protocol WaitingClock: Clock {
  /// Waits; ends early with an error when the task is cancelled.
  func wait(_ duration: Swift.Duration) async throws
}
