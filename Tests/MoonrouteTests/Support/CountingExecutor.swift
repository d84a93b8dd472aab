import Dispatch
import Synchronization

/// An actor whose executor counts the jobs that it is given.
actor CountingActor {
  let executor = CountingExecutor()

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
}

/// A serial executor that counts its jobs.
final class CountingExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "counting")
  private let jobs = Mutex(0)

  /// The number of jobs so far.
  var jobCount: Int { jobs.withLock { $0 } }

  func enqueue(_ job: consuming ExecutorJob) {
    jobs.withLock { $0 += 1 }
    let job = UnownedJob(job)
    let executor = asUnownedSerialExecutor()
    queue.async { job.runSynchronously(on: executor) }
  }
}
