import Dispatch
import Synchronization

/// Blocks the measuring thread until a task ends.
enum BlockingWait {
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
