import Synchronization

/// Runs the jobs of one application one after the other, and knows when none is left.
///
/// It is the application's executor and the one that its tasks prefer: a task that has waited goes
/// through the latter before it is back, and no step of it may be out of sight.
package final class RehearsalExecutor: SerialExecutor, TaskExecutor {
  private struct State {
    var jobs: [UnownedJob] = []
    var next = 0
    var isRunning = false
  }

  /// The function that is asked for more work when no job is left.
  ///
  /// An object, because a closure that goes into a mutex and out of it is wrapped once more each
  /// time: asked often, it would be a chain as long as that, and overflow the stack.
  private final class Idle: Sendable {
    let ask: @Sendable () -> Bool

    init(_ ask: @escaping @Sendable () -> Bool) { self.ask = ask }
  }

  /// Starts what runs the jobs; it keeps its thread for as long as there is something to do.
  package typealias Start = @Sendable (@escaping @Sendable () -> Void) -> Void

  package static let startInTask: Start = { run in Task.detached { run() } }

  /// The processor time that jobs take.
  package let meter = ProcessorMeter()

  private let state = Mutex(State())
  private let idle = Mutex<Idle?>(nil)
  private let start: Start

  /// Makes an executor without a job.
  ///
  /// - Parameter start: Starts what runs the jobs, away from the caller.
  init(_ start: @escaping Start) { self.start = start }

  /// Sets what is asked when no job is left; it answers whether it brought new ones about.
  func whenIdle(_ body: (@Sendable () -> Bool)?) {
    let asked = body.map(Idle.init)
    idle.withLock { $0 = asked }
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let starts = state.withLock { state in
      state.jobs.append(job)
      defer { state.isRunning = true }
      return !state.isRunning
    }
    if starts { start { self.run() } }
  }

  private func run() {
    meter.start()
    while let job = takeJob() ?? takeJobWhenIdle() {
      job.runSynchronously(
        isolatedTo: asUnownedSerialExecutor(),
        taskExecutor: asUnownedTaskExecutor()
      )
      // A job that keeps the executor busy is treated as if there were nothing left to do.
      if meter.lap() { _ = idle.withLock { $0 }?.ask() }
    }
  }

  private func takeJob() -> UnownedJob? {
    state.withLock { state in
      guard state.next < state.jobs.count else {
        state.jobs.removeAll(keepingCapacity: true)
        state.next = 0
        return nil
      }
      state.next += 1
      return state.jobs[state.next - 1]
    }
  }

  /// Asks for more to do until there is a job, or nothing.
  private func takeJobWhenIdle() -> UnownedJob? {
    while true {
      let body = idle.withLock { $0 }
      let isMoving = body?.ask() ?? false
      if let job = takeJob() { return job }
      if isMoving { continue }
      let isOver = state.withLock { state in
        guard state.next >= state.jobs.count else { return false }
        state.isRunning = false
        return true
      }
      if isOver { return nil }
    }
  }
}

/// The actor that lends its executor to an application.
package actor RehearsalOwner {
  package nonisolated let executor: RehearsalExecutor

  /// Lends an executor.
  package init(_ executor: RehearsalExecutor) { self.executor = executor }

  /// The executor, as the runtime asks for it.
  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }
}
