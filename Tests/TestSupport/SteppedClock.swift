import Synchronization

/// A clock that only advances when a test moves it.
package final class SteppedClock: Clock {
  private struct Sleeper {
    let id: Int
    let deadline: TestInstant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = TestInstant()
    var lastID = 0
    var cancelled: Set<Int> = []
    var sleepers: [Sleeper] = []
    var observers: [CheckedContinuation<Void, Never>] = []
    var isReleased = false
  }

  private let state = Mutex(State())

  package init() {}

  package var now: TestInstant { state.withLock { $0.now } }
  package var minimumResolution: Duration { .zero }

  /// The number of sleepers.
  package var sleeperCount: Int { state.withLock { $0.sleepers.count } }

  /// The time until the next sleeper wakes, or `nil` without any.
  package var nextWake: Duration? {
    state.withLock { state in
      state.sleepers.map(\.deadline).min().map { state.now.duration(to: $0) }
    }
  }

  /// Advances the clock, and wakes all sleepers with a passed deadline.
  package func advance(by duration: Duration) {
    let due = state.withLock { state in
      state.now = state.now.advanced(by: duration)
      let due = state.sleepers.filter { $0.deadline <= state.now }
      state.sleepers.removeAll { $0.deadline <= state.now }
      return due
    }
    for sleeper in due { sleeper.continuation.resume() }
  }

  /// Ends every current and later sleep.
  package func release() {
    let sleepers = state.withLock { state in
      state.isReleased = true
      defer { state.sleepers = [] }
      return state.sleepers
    }
    for sleeper in sleepers { sleeper.continuation.resume() }
  }

  package func untilSomebodySleeps() async {
    await withCheckedContinuation { observer in
      let isThere = state.withLock { state in
        if state.sleepers.isEmpty { state.observers.append(observer) }
        return !state.sleepers.isEmpty
      }
      if isThere { observer.resume() }
    }
  }

  package func sleep(until deadline: TestInstant, tolerance: Duration?) async throws {
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        add(Sleeper(id: id, deadline: deadline, continuation: continuation))
      }
    } onCancel: {
      cancel(id)
    }
  }

  private func add(_ sleeper: Sleeper) {
    enum Answer { case due, cancelled, sleeping([CheckedContinuation<Void, Never>]) }
    let answer: Answer = state.withLock { state in
      if state.cancelled.remove(sleeper.id) != nil { return .cancelled }
      if state.isReleased || sleeper.deadline <= state.now { return .due }
      state.sleepers.append(sleeper)
      defer { state.observers = [] }
      return .sleeping(state.observers)
    }
    switch answer {
    case .due: sleeper.continuation.resume()
    case .cancelled: sleeper.continuation.resume(throwing: CancellationError())
    case .sleeping(let observers): for observer in observers { observer.resume() }
    }
  }

  private func cancel(_ id: Int) {
    let sleeper = state.withLock { state -> Sleeper? in
      guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else {
        state.cancelled.insert(id)
        return nil
      }
      return state.sleepers.remove(at: index)
    }
    sleeper?.continuation.resume(throwing: CancellationError())
  }
}
