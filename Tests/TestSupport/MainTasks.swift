import Dispatch

/// Runs tasks on the main thread, alternating with the main actor, as the clock of the command line
/// does.
///
/// A task of the main actor that prefers this executor yields to others at every suspension point.
public final class MainTasks: TaskExecutor {
  /// Creates an executor.
  public init() {}

  /// Runs a job in its turn.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    DispatchQueue.main.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
