import Synchronization

/// Runs the jobs of one application serially and detects when no job is left.
///
/// It is both the application's executor and the preferred executor of its tasks. A task resumes
/// through the preferred executor after a wait, so every step passes through this queue.
package final class RehearsalExecutor: SerialExecutor, TaskExecutor {
  private struct State {
    var jobs: [UnownedJob] = []
    var next = 0
    var isRunning = false
  }

  /// The function that supplies more work when no job is left.
  ///
  /// This is a class because each pass of a closure into and out of a mutex adds a wrapper. Many
  /// calls would build a chain of wrappers that overflows the stack.
  private final class Idle: Sendable {
    let ask: @Sendable () -> Bool

    init(_ ask: @escaping @Sendable () -> Bool) { self.ask = ask }
  }

  /// Starts the job loop, which occupies its thread until no job is left.
  package typealias Start = @Sendable (@escaping @Sendable () -> Void) -> Void

  package static let startInTask: Start = { run in Task.detached { run() } }

  package let meter = ProcessorMeter()

  private let state = Mutex(State())
  private let idle = Mutex<Idle?>(nil)
  private let start: Start

  package init(_ start: @escaping Start) { self.start = start }

  /// Starts job loops on the thread of this executor, so that no thread waits for another one.
  package var startHere: Start {
    { run in Task.detached(executorPreference: self) { run() } }
  }

  /// Sets the function to call when no job is left; it returns whether it produced new jobs.
  func whenIdle(_ body: (@Sendable () -> Bool)?) {
    let asked = body.map(Idle.init)
    idle.withLock { $0 = asked }
  }

  /// Whether jobs wait, besides the running one.
  var hasJobs: Bool { state.withLock { $0.next < $0.jobs.count } }

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
      // If the test has exceeded its time, call the idle function although jobs are left.
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

  /// Calls the idle function until a job is available or it produces none.
  private func takeJobWhenIdle() -> UnownedJob? {
    while true {
      let body = idle.withLock { $0 }
      let isMoving = body?.ask() ?? false
      if let job = takeJob() { return job }
      if isMoving { continue }
      _ = meter.lap(isLast: true)
      let isOver = state.withLock { state in
        guard state.next >= state.jobs.count else { return false }
        state.isRunning = false
        return true
      }
      if isOver { return nil }
    }
  }
}

/// The actor that lends its executor to a router.
package actor RehearsalOwner {
  package nonisolated let executor: RehearsalExecutor

  package init(_ executor: RehearsalExecutor) { self.executor = executor }

  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }
}
