#if Inspector
import Synchronization

/// A queue of jobs; each job begins after the previous one has ended.
final class JobQueue: Sendable {
  private let last = Mutex<Task<Void, Never>?>(nil)

  /// Runs a job in turn; the job must not queue jobs itself.
  func take<Answer: Sendable, Failure: Error>(
    _ work: @escaping @Sendable () async throws(Failure) -> Answer
  ) async throws(Failure) -> Answer {
    let task = last.withLock { last in
      let before = last
      let task = Task { () async -> Result<Answer, Failure> in
        await before?.value
        do throws(Failure) {
          return .success(try await work())
        } catch {
          return .failure(error)
        }
      }
      last = Task { _ = await task.value }
      return task
    }
    return try await task.value.get()
  }
}
#endif
