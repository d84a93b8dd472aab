#if NATS
import Dispatch

/// Runs the calls of one connection, which may block, on a queue of their own.
final class NATSExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "moonroute.nats")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
#endif
