import Dispatch

/// Runs tasks on the main thread, in turn with the main actor, as the clock of the command line does.
///
/// A task of the main actor that prefers it lets others go first wherever it may wait.
public final class MainTasks: TaskExecutor {
  /// Makes one.
  public init() {}

  /// Runs a job in its turn.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    DispatchQueue.main.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
