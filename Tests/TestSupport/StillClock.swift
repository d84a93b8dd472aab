/// A clock that never advances: a wait of up to a second ends immediately, a longer one never.
package struct StillClock: Clock {
  package init() {}

  package var now: TestInstant { TestInstant() }
  package var minimumResolution: Duration { .zero }

  package func sleep(until deadline: TestInstant, tolerance: Duration?) async throws {
    if deadline.offset <= .seconds(1) { return await Task.yield() }
    try await TestInstant.sleepForEver()
  }
}
