import Synchronization

/// A continuation that is resumed exactly once: by the first answer, error or interruption, from
/// any thread.
package final class OneShotContinuation<Answer>: Sendable {
  // Answers are sent, and only the waiting task gets them.
  private enum State: @unchecked Sendable {
    case idle
    case waiting(CheckedContinuation<Answer, any Error>)
    /// Resumed before the wait began.
    case resumed(Result<Answer, any Error>)
    case ended
  }

  private let state = Mutex(State.idle)

  package init() {}

  /// Waits until the continuation is resumed; call this once.
  ///
  /// If it was resumed before, the wait ends immediately with that result: a task with an executor
  /// preference may yield before it waits, even on its own actor.
  ///
  /// - Parameters:
  ///   - isCancellable: Whether cancelling the task ends the wait.
  ///   - isolation: The actor of the caller.
  ///   - start: Starts the work that resumes the continuation; called after the wait has begun.
  /// - Returns: The answer.
  /// - Throws: The error that it was resumed with, or `CancellationError`.
  package func wait(
    isCancellable: Bool = true,
    isolation: isolated (any Actor)? = #isolation,
    _ start: () -> Void = {}
  ) async throws -> Answer {
    try await withTaskCancellationHandler {
      _ = isolation
      return try await withCheckedThrowingContinuation { continuation in
        begin(continuation)
        start()
      }
    } onCancel: {
      if isCancellable { interrupt() }
    }
  }

  private func begin(_ continuation: CheckedContinuation<Answer, any Error>) {
    let early = state.withLock { state -> Result<Answer, any Error>? in
      switch state {
      case .idle:
        state = .waiting(continuation)
        return nil
      case .resumed(let result):
        state = .ended
        return result
      case .waiting, .ended: return .failure(CancellationError())
      }
    }
    if let early { continuation.resume(with: early) }
  }

  /// Ends the wait with an answer, if it has not ended.
  package func resume(returning answer: sending Answer) { end(with: .success(answer)) }

  /// Ends the wait with an error, if it has not ended.
  package func resume(throwing error: any Error) { end(with: .failure(error)) }

  /// Ends the wait without an answer, if it has not ended.
  package func interrupt() { end(with: .failure(CancellationError())) }

  private func end(with result: sending Result<Answer, any Error>) {
    let waiting = state.withLock { state -> CheckedContinuation<Answer, any Error>? in
      switch state {
      case .idle:
        state = .resumed(result)
        return nil
      case .waiting(let continuation):
        state = .ended
        return continuation
      case .resumed, .ended: return nil
      }
    }
    waiting?.resume(with: result)
  }
}
