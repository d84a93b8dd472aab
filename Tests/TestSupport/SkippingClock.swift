import Synchronization

/// A clock that skips the time when a task sleeps, so that tests depend on order, never on time.
///
/// The sleeper with the earliest deadline wakes first. A longer sleep than the limit, such as a
/// timeout, ends only by cancellation.
package final class SkippingClock: Clock {
  private struct State {
    var now = TestInstant()
    var nextID = 0
    var deadlines: [Int: TestInstant] = [:]
  }

  private let state = Mutex(State())

  private let limit: Duration

  package init(limit: Duration = .seconds(1)) { self.limit = limit }

  package var now: TestInstant { state.withLock { $0.now } }
  package var minimumResolution: Duration { .zero }

  /// Sleeps until all earlier deadlines have passed.
  package func sleep(until deadline: TestInstant, tolerance: Duration?) async throws {
    guard now.duration(to: deadline) <= limit else {
      return try await TestInstant.sleepForEver()
    }
    let id = state.withLock { state in
      state.nextID += 1
      state.deadlines[state.nextID] = deadline
      return state.nextID
    }
    defer { state.withLock { $0.deadlines[id] = nil } }
    repeat {
      await Task.yield()
      try Task.checkCancellation()
    } while !wakes(id, deadline)
  }

  /// Advances to a deadline, unless an earlier one exists.
  private func wakes(_ id: Int, _ deadline: TestInstant) -> Bool {
    state.withLock { state in
      guard state.deadlines.allSatisfy({ ($1, $0) >= (deadline, id) }) else { return false }
      state.now = max(state.now, deadline)
      return true
    }
  }
}
