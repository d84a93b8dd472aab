import RoutePatterns

extension OpenRun {
  /// Asks a handler, at once or by waiting.
  ///
  /// One that errs ends the open: fail closed.
  func perform<Input, Answer>(
    _ handler: Handler<Input, Answer>,
    _ input: Input,
    at site: SourceSite?
  ) async throws(OpenEnd) -> Answer {
    do {
      switch handler {
      case .immediate(let body): return try body(input)
      case .waiting(let body):
        let answer = try await router.race(ticket, limit: rules.configuration.waitLimit) {
          Answered(try await body(input))
        }
        guard !ticket.isCancelled else { throw CancellationError() }
        return answer.value
      }
    } catch {
      throw end(for: error, at: site)
    }
  }

  /// How the open ends when a handler throws.
  private func end(for error: any Error, at site: SourceSite?) -> OpenEnd {
    switch error {
    case is CancellationError: .cancelled
    case let error as RouterError: .failed(error.located(at: site))
    default: .failed(RouterError(.scriptError, "\(error)", at: site))
    }
  }
}

/// Carries an answer out of the task that made it.
private struct Answered<Answer> {
  let value: Answer

  init(_ value: Answer) { self.value = value }
}
