extension Navigation {
  /// If the handler throws, the open fails: fail closed.
  func perform<Input, Answer>(
    _ handler: Handler<Input, Answer>,
    _ input: Input,
    _ kind: OutcomeStep.Kind,
    of label: String,
    at site: SourceSite?,
    _ ordinal: OutcomeStep.Ordinal? = nil
  ) async throws(OpenFailure) -> Answer {
    do {
      if turns.isOver(router.events.computing) { try await endTurn() }
      if router.hooks.notesHandlers {
        router.inFlight.note(HandlerOccasion(navigation: self, kind: kind, name: label))
      }
      if case .immediate(let body) = handler.body { return try counted { try body(input) } }
      switch try counted({ try handler.begin(input, on: router.home) }) {
      case .now(let answer): return answer
      case .later(let rest): return try await wait(for: label, rest)
      }
    } catch {
      let failure = failure(for: error, of: label, at: site)
      note(kind, label, site, ordinal, answer: failure.words)
      throw failure
    }
  }

  private func endTurn() async throws(CancellationError) {
    turns.noteWait()
    await router.clock.yield()
    guard !request.isCancelled else { throw CancellationError() }
  }

  /// The computing time counts for all opens inside the same outermost open.
  @inline(__always)
  private func counted<Answer>(_ body: () throws -> Answer) throws -> Answer {
    guard let nestedBudget = request.context.nestedBudget, let computing = router.events.computing
    else {
      return try body()
    }
    if let refusal = nestedBudget.refusal(computing) { throw refusal }
    let start = computing.now()
    defer { nestedBudget.add(computing.since(start)) }
    return try body()
  }

  /// Waits for a handler, until the time limit or until the open is cancelled.
  ///
  /// The handler runs in its own task on the router's executor, so that a handler that ignores
  /// cancellation cannot block the open. A late answer is dropped. The time of opens inside `body`
  /// does not count.
  private func wait<Answer>(
    for label: String,
    isolation: isolated (any Actor)? = #isolation,
    _ body: @escaping () async throws -> Answer
  ) async throws -> Answer {
    guard !request.isCancelled else { throw CancellationError() }
    turns.noteWait()
    let (clock, limit) = (router.clock, rules.configuration.waitLimit)
    let continuation = OneShotContinuation<Answer>()
    let deadline = limit.map { limit in
      Deadline(limit, clock: clock) { remaining in
        Task {
          _ = isolation
          guard await clock.hasSlept(remaining) else { return }
          continuation.resume(throwing: RouterError.timeout(label, limit: limit))
        }
      }
    }
    let work = Task {
      _ = isolation
      do {
        try await clock.preferring { continuation.resume(returning: try await body()) }
      } catch {
        continuation.resume(throwing: error)
      }
    }
    defer {
      request.endDeadline()
      work.cancel()
    }
    request.interrupt = continuation.interrupt
    if let deadline { request.startDeadline(deadline) }
    let answer = try await continuation.wait()
    guard !request.isCancelled else { throw CancellationError() }
    return answer
  }

  private func failure(for error: any Error, of label: String, at site: SourceSite?) -> OpenFailure
  {
    if request.isCancelled { return .cancelled }
    switch error {
    case is CancellationError where Task.isCancelled:
      request.cancel()
      return .cancelled
    case let error as RouterError: return .failed(error.located(at: site))
    case let wrong as LocationTextError:
      let error = RouterError.noLocation(wrong.text, by: label)
      return .failed(error.located(at: wrong.site ?? site))
    default: return .failed(RouterError.thrown(error, by: label).located(at: site))
    }
  }
}

/// The error of a decision that returned text which is not a location, with the line of that text.
package struct LocationTextError: Error {
  let text: String
  let site: SourceSite?

  /// Wraps the text, unless it is a location.
  package init?(_ text: String, at site: @autoclosure () -> SourceSite?) {
    guard !StaticTarget.isLocation(text) else { return nil }
    (self.text, self.site) = (text, site())
  }
}

/// When the handlers of one open yield the executor.
struct HandlerTurns {
  private(set) var waitCount = 0

  /// The computing time of scripts at the first handler since the last yield; `nil` before that.
  private var start: UInt64?

  /// Whether the handlers have computed longer than the limit since the last yield.
  mutating func isOver(_ computing: ComputingClock?) -> Bool {
    guard let computing else { return false }
    guard let start else {
      self.start = computing.now()
      return false
    }
    return computing.since(start) >= computing.turnLimit
  }

  mutating func noteWait() {
    waitCount += 1
    start = nil
  }
}
