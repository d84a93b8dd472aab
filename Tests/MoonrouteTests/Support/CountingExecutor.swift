import Dispatch
import Synchronization

/// An actor with an executor that counts its jobs.
actor CountingActor {
  let executor = CountingExecutor()

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
}

final class CountingExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "counting")
  private let jobs = Mutex(0)

  var jobCount: Int { jobs.withLock { $0 } }

  func enqueue(_ job: consuming ExecutorJob) {
    jobs.withLock { $0 += 1 }
    let job = UnownedJob(job)
    let executor = asUnownedSerialExecutor()
    queue.async { job.runSynchronously(on: executor) }
  }
}
