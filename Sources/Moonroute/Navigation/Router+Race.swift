extension Router {
  /// Waits for a function of the program, no longer than the limit and not once cancelled.
  ///
  /// The function runs in a task of its own on the router's executor, so that one that ignores
  /// cancellation cannot hold up the open; its late answer is dropped.
  ///
  /// - Parameters:
  ///   - ticket: The open that waits.
  ///   - limit: The time it may wait; that of child opens does not count.
  ///   - label: Who is waited for.
  ///   - isolation: The router's executor.
  ///   - body: What is waited for.
  /// - Returns: What `body` answers.
  /// - Throws: What `body` throws, `timeout`, or `CancellationError`.
  func race<Answer>(
    _ ticket: OpenTicket,
    limit: Duration,
    label: String,
    isolation: isolated (any Actor)? = #isolation,
    _ body: @escaping () async throws -> Answer
  ) async throws -> Answer {
    let wait = Wait<Answer>()
    let clock = clock
    let budget = WaitBudget(limit, clock: clock) { remaining in
      Task {
        _ = isolation
        guard await clock.hasSlept(remaining) else { return }
        wait.end(.failure(RouterError.timeout(label, limit: limit)))
      }
    }
    let work = Task {
      _ = isolation
      do {
        try await clock.preferring { wait.end(.success(try await body())) }
      } catch {
        wait.end(.failure(error))
      }
    }
    defer {
      ticket.endWait()
      work.cancel()
    }
    ticket.interrupt = wait.interrupt
    ticket.beginWait(budget)
    return try await suspend(on: wait, isCancellable: !ticket.isCommitted)
  }

  /// Suspends until a wait ends, or the task is cancelled if that may end it.
  func suspend<Answer>(
    on wait: Wait<Answer>,
    isCancellable: Bool,
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> Answer {
    try await withTaskCancellationHandler {
      _ = isolation
      return try await withCheckedThrowingContinuation { wait.begin($0) }
    } onCancel: {
      if isCancellable { wait.interrupt() }
    }
  }
}
