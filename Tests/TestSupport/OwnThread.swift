import Dispatch
public import Foundation

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

/// Reads a file on its own thread, and calls a function with each part; the last one is empty.
///
/// It replaces `readabilityHandler`, which seems to crash libdispatch if a child process has
/// inherited the file: the file then stays registered for events after it is closed here.
public func readOnOwnThread(
  _ handle: FileHandle,
  _ receive: @escaping @Sendable (Data) -> Void
) {
  Thread.detachNewThread {
    while true {
      let part = handle.availableData
      receive(part)
      if part.isEmpty { return }
    }
  }
}
