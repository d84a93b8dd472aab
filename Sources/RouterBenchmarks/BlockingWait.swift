import Dispatch
import Synchronization

/// Waits on the thread of the measurements for what tasks do.
enum BlockingWait {
  /// Runs a task to its end.
  ///
  /// - Returns: Its answer.
  static func value(_ body: @escaping @Sendable () async -> Int) -> Int {
    let done = DispatchSemaphore(value: 0)
    let answer = Mutex(0)
    Task.detached {
      let found = await body()
      answer.withLock { $0 = found }
      done.signal()
    }
    done.wait()
    return answer.withLock { $0 }
  }
}
