#if Releases
import Synchronization
import TextTools

/// Runs jobs one after the other, in an order that a seed decides.
final class SimulatedExecutor: SerialExecutor, TaskExecutor {
  private struct State {
    var jobs: [UnownedJob] = []
    var random: SeededGenerator
  }

  private let state: Mutex<State>

  init(seed: UInt64) { state = Mutex(State(random: SeededGenerator(seed: seed))) }

  func random(below bound: Int) -> Int { state.withLock { $0.random.next(below: bound) } }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    state.withLock { $0.jobs.append(job) }
  }

  /// Runs jobs until none is left.
  func runAll() {
    while let job = take() {
      job.runSynchronously(
        isolatedTo: asUnownedSerialExecutor(),
        taskExecutor: asUnownedTaskExecutor()
      )
    }
  }

  private func take() -> UnownedJob? {
    state.withLock { state in
      guard !state.jobs.isEmpty else { return nil }
      state.jobs.swapAt(state.random.next(below: state.jobs.count), state.jobs.count - 1)
      return state.jobs.removeLast()
    }
  }
}

/// The actor that lends the executor to routers.
actor SimulatedActor {
  private let executor: SimulatedExecutor

  init(_ executor: SimulatedExecutor) { self.executor = executor }

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
}
#endif
