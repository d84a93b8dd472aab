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
      case .waiting(let body): return try await wait(for: { try await body(input) })
      case .eventual(let body):
        switch try body(input) {
        case .now(let answer): return answer
        case .later(let rest): return try await wait(for: rest)
        }
      }
    } catch {
      throw end(for: error, at: site)
    }
  }

  /// Waits for a handler, within the limit and unless a newer open takes this one's place.
  private func wait<Answer>(for body: @escaping () async throws -> Answer) async throws -> Answer {
    let answer = try await router.race(ticket, limit: rules.configuration.waitLimit) {
      Answered(try await body())
    }
    guard !ticket.isCancelled else { throw CancellationError() }
    return answer.value
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
