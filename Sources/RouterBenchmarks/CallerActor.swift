import Dispatch
import Synchronization

/// An actor that runs on the measuring thread, where allocations are counted.
actor CallerActor {
  /// Runs jobs on the thread that waits for them.
  private final class Executor: SerialExecutor {
    private let jobs = Mutex<[UnownedJob]>([])
    private let jobCount = DispatchSemaphore(value: 0)

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      jobs.withLock { $0.append(job) }
      jobCount.signal()
    }

    func runNext() {
      jobCount.wait()
      let job = jobs.withLock { $0.removeFirst() }
      job.runSynchronously(on: asUnownedSerialExecutor())
    }
  }

  private nonisolated let executor = Executor()

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  nonisolated func run(_ body: @escaping @Sendable (isolated CallerActor) async -> Int) -> Int {
    let answer = Mutex<Int?>(nil)
    Task {
      await self.isolated { caller in
        let found = await body(caller)
        answer.withLock { $0 = found }
      }
    }
    while true {
      executor.runNext()
      if let found = answer.withLock({ $0 }) { return found }
    }
  }

  private func isolated(_ body: @Sendable (isolated CallerActor) async -> Void) async {
    await body(self)
  }
}
