import Dispatch

/// Runs code that blocks its thread, outside the few threads that all tests share.
///
/// The code keeps its task, so that what it expects is reported for its test.
public func onOwnThread<Result: Sendable>(
  _ body: () async throws -> Result
) async throws -> Result {
  try await withTaskExecutorPreference(OwnThread()) { try await body() }
}

private final class OwnThread: TaskExecutor {
  private let queue = DispatchQueue(label: "moonroute.own-thread")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
