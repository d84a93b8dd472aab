#if Inspector
import Synchronization

/// Work that takes jobs: each piece begins when the one before has ended.
final class JobQueue: Sendable {
  private let last = Mutex<Task<Void, Never>?>(nil)

  /// Does some work when it is its turn.
  ///
  /// - Parameter work: The work, which takes no turn itself.
  /// - Returns: What `work` answers.
  /// - Throws: What `work` throws.
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
