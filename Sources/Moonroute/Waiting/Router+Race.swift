extension Router {
  /// Waits for a function of the program, no longer than the limit and not once cancelled.
  ///
  /// The function runs in a task of its own on the router's executor, so that one that ignores
  /// cancellation cannot hold up the open; its late answer is dropped.
  ///
  /// - Parameters:
  ///   - request: The open that waits.
  ///   - limit: The time it may wait; that of child opens does not count.
  ///   - label: The name of the awaited handler.
  ///   - isolation: The router's executor.
  ///   - body: What is waited for.
  /// - Returns: What `body` answers.
  /// - Throws: What `body` throws, `timeout`, or `CancellationError`.
  func race<Answer>(
    _ request: OpenRequest,
    limit: Duration,
    label: String,
    isolation: isolated (any Actor)? = #isolation,
    _ body: @escaping () async throws -> Answer
  ) async throws -> Answer {
    let continuation = OneShotContinuation<Answer>()
    let clock = clock
    let deadline = Deadline(limit, clock: clock) { remaining in
      Task {
        _ = isolation
        guard await clock.hasSlept(remaining) else { return }
        continuation.end(.failure(RouterError.timeout(label, limit: limit)))
      }
    }
    let work = Task {
      _ = isolation
      do {
        try await clock.preferring { continuation.end(.success(try await body())) }
      } catch {
        continuation.end(.failure(error))
      }
    }
    defer {
      request.endDeadline()
      work.cancel()
    }
    request.interrupt = continuation.interrupt
    request.startDeadline(deadline)
    return try await suspend(on: continuation, isCancellable: !request.isCommitted)
  }

  /// Suspends until a wait ends, or the task is cancelled if that may end it.
  func suspend<Answer>(
    on continuation: OneShotContinuation<Answer>,
    isCancellable: Bool,
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> Answer {
    try await withTaskCancellationHandler {
      _ = isolation
      return try await withCheckedThrowingContinuation { continuation.begin($0) }
    } onCancel: {
      if isCancellable { continuation.interrupt() }
    }
  }
}
