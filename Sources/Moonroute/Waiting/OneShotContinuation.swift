import Synchronization

/// A continuation that is resumed exactly once: by the first answer, error or interruption, from
/// any thread.
package final class OneShotContinuation<Answer>: Sendable {
  private enum State {
    /// Not awaited yet.
    case idle
    /// Awaited.
    case waiting(CheckedContinuation<Answer, any Error>)
    /// It is over.
    case ended
  }

  private let state = Mutex(State.idle)

  /// Makes a continuation that is not awaited yet.
  package init() {}

  /// Waits until it is resumed, or the task is cancelled if that may end the wait; once.
  ///
  /// One that was resumed or interrupted before ends at once, without an answer.
  ///
  /// - Parameters:
  ///   - isCancellable: Whether cancelling the task ends the wait. Default: it does.
  ///   - isolation: Where the caller runs.
  ///   - start: Starts what resumes it; called when the wait has begun. Default: that is under way.
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
    let isOver = state.withLock { state in
      if case .ended = state { return true }
      state = .waiting(continuation)
      return false
    }
    if isOver { continuation.resume(throwing: CancellationError()) }
  }

  /// Ends the wait with an answer, if it has not ended.
  package func resume(returning answer: sending Answer) { take()?.resume(returning: answer) }

  /// Ends the wait with an error, if it has not ended.
  package func resume(throwing error: any Error) { take()?.resume(throwing: error) }

  /// Ends the wait without an answer, if it has not ended.
  package func interrupt() { take()?.resume(throwing: CancellationError()) }

  private func take() -> CheckedContinuation<Answer, any Error>? {
    state.withLock { state in
      defer { state = .ended }
      guard case .waiting(let continuation) = state else { return nil }
      return continuation
    }
  }
}
