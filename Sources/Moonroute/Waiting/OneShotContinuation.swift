import Synchronization

/// A continuation that is resumed exactly once: by the first answer or interruption, from any
/// thread.
final class OneShotContinuation<Answer>: Sendable {
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
  init() {}

  /// Begins to wait.
  ///
  /// One that was interrupted before it began ends at once.
  func begin(_ continuation: CheckedContinuation<Answer, any Error>) {
    let isOver = state.withLock { state in
      if case .ended = state { return true }
      state = .waiting(continuation)
      return false
    }
    if isOver { continuation.resume(throwing: CancellationError()) }
  }

  /// Ends the wait.
  ///
  /// Later results are dropped.
  func end(_ result: sending Result<Answer, any Error>) {
    take()?.resume(with: result)
  }

  /// Ends the wait without an answer.
  func interrupt() { take()?.resume(throwing: CancellationError()) }

  private func take() -> CheckedContinuation<Answer, any Error>? {
    state.withLock { state in
      defer { state = .ended }
      guard case .waiting(let continuation) = state else { return nil }
      return continuation
    }
  }
}
