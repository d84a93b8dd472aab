/// One wait that ends in exactly one way: with its answer, or by an interruption.
private final class Wait<Answer> {
  private var continuation: CheckedContinuation<Answer, any Error>?

  /// Begins to wait.
  init(_ continuation: CheckedContinuation<Answer, any Error>) {
    self.continuation = continuation
  }

  /// Ends the wait.
  ///
  /// Later answers are dropped.
  func end(_ result: sending Result<Answer, any Error>) {
    let continuation = continuation
    self.continuation = nil
    continuation?.resume(with: result)
  }
}

extension Router {
  /// Waits for a function of the program, no longer than the limit and not once cancelled.
  ///
  /// The function runs in a task of its own on the router's executor, so that one that ignores
  /// cancellation cannot hold up the open; its late answer is dropped.
  func race<Answer>(
    _ ticket: OpenTicket,
    limit: Duration,
    isolation: isolated (any Actor)? = #isolation,
    _ body: @escaping () async throws -> Answer
  ) async throws -> Answer {
    let scope = OpenScope(router: ObjectIdentifier(self), id: ticket.id)
    let clock = clock
    var tasks: [Task<Void, Never>] = []
    defer {
      ticket.interrupt = nil
      for task in tasks { task.cancel() }
    }
    return try await withCheckedThrowingContinuation(isolation: isolation) { continuation in
      let wait = Wait(continuation)
      ticket.interrupt = { wait.end(.failure(CancellationError())) }
      tasks.append(
        Task {
          _ = isolation
          await OpenScope.$current.withValue(scope) {
            do { wait.end(.success(try await body())) } catch { wait.end(.failure(error)) }
          }
        }
      )
      tasks.append(
        Task {
          _ = isolation
          guard (try? await clock.sleep(for: limit)) != nil else { return }
          wait.end(
            .failure(
              RouterError(
                .timeout,
                "waited longer than \(limit). Answer sooner, or raise the wait limit."
              )
            )
          )
        }
      )
    }
  }
}
