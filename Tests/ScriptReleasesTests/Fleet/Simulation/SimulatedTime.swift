#if Releases
import Synchronization
import TestSupport
import TextTools

/// Runs tasks one step after the other, in an order that a seed decides, and in virtual time.
///
/// Time passes only when no task can go on, so equal seeds give equal runs.
final class SimulatedTime: TaskExecutor {
  struct Deadlock: Error {}

  private struct State {
    var jobs: [UnownedJob] = []
    var random: SeededGenerator
    var isOver = false
  }

  let clock = SteppedClock()
  private let state: Mutex<State>

  init(seed: UInt64) { state = Mutex(State(random: SeededGenerator(seed: seed))) }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    state.withLock { $0.jobs.append(job) }
  }

  /// A random number below a bound.
  func random(below bound: Int) -> Int { state.withLock { $0.random.next(below: bound) } }

  /// A random number from 0 to 1.
  func random() -> Double { Double(random(below: 1 << 30)) / Double(1 << 30) }

  /// The time since the start.
  var now: Duration { TestInstant().duration(to: clock.now) }

  /// Runs a body and all tasks that it starts, until it returns.
  func run<Result: Sendable>(
    _ body: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    let task = Task(executorPreference: self) {
      defer { self.state.withLock { $0.isOver = true } }
      return try await body()
    }
    try await onOwnThread {
      while step() {}
      guard state.withLock({ $0.isOver }) else { throw Deadlock() }
    }
    return try await task.value
  }

  /// Runs one job, or lets time pass; returns whether there was anything to do.
  private func step() -> Bool {
    let job = state.withLock { state -> UnownedJob? in
      guard !state.jobs.isEmpty else { return nil }
      return state.jobs.remove(at: state.random.next(below: state.jobs.count))
    }
    if let job {
      job.runSynchronously(on: asUnownedTaskExecutor())
      return true
    }
    guard !state.withLock({ $0.isOver }), let wait = clock.nextWake else { return false }
    clock.advance(by: wait)
    return true
  }
}
#endif
