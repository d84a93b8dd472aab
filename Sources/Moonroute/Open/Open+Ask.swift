/// A handler as the steps and errors of an open name it.
struct AskedHandler {
  let kind: OutcomeStep.Kind
  /// The name of the route, or the pattern or name of a proxy or guard.
  let label: String
  /// The source position of the function, or of its registration.
  let site: SourceSite?
  /// The position among several redirects of a route.
  var ordinal: OutcomeStep.Ordinal?

  init(_ kind: OutcomeStep.Kind, _ label: String, _ site: SourceSite?) {
    (self.kind, self.label, self.site) = (kind, label, site)
  }

  init(_ decision: PlannedDecision) {
    switch decision.kind {
    case .proxy: kind = .proxy
    case .guard: kind = .guard
    case .redirect: kind = .redirect
    }
    (label, site) = (decision.label, decision.site)
    if let (number, count) = decision.position {
      ordinal = OutcomeStep.Ordinal(number: number, count: count)
    }
  }
}

extension Open {
  /// The rest of a step after a handler has answered; it captures no value.
  typealias Conclusion<Input, Answer> =
    (Open, Answer, Input, AskedHandler) throws(OpenFailure) -> OpenNext

  /// Calls a handler, immediately or after a wait.
  ///
  /// If the handler throws, the open fails: fail closed.
  func ask<Input, Answer>(
    _ handler: Handler<Input, Answer>,
    _ input: Input,
    as asked: AskedHandler,
    then conclude: @escaping Conclusion<Input, Answer>
  ) throws(OpenFailure) -> OpenNext {
    if let computing = router.events.computing, isTurnOver(computing) {
      return endTurn { open throws(OpenFailure) in
        guard !open.isCancelled else { throw open.failure(for: CancellationError(), of: asked) }
        return try open.ask(handler, input, as: asked, then: conclude)
      }
    }
    if router.hooks.notesHandlers { lastAsked = asked }
    let answer: Answer
    do {
      if case .immediate(let body) = handler.body {
        answer = try counted { try body(input) }
      } else {
        switch try counted({ try handler.begin(input, on: router.home) }) {
        case .now(let given): answer = given
        case .later(let rest): return wait(for: asked, rest, input, then: conclude)
        }
      }
    } catch {
      throw failure(for: error, of: asked)
    }
    return try conclude(self, answer, input, asked)
  }

  /// Whether the handlers have computed longer than the limit since the last yield.
  private func isTurnOver(_ computing: ComputingClock) -> Bool {
    guard let start = turns.start else {
      turns.start = computing.now()
      return false
    }
    return computing.since(start) >= computing.turnLimit
  }

  /// Yields the executor before the next handler.
  private func endTurn(
    then proceed: @escaping (Open) throws(OpenFailure) -> OpenNext
  ) -> OpenNext {
    turns.noteWait()
    return .wait {
      await self.router.clock.yield()
      self.resume = { () throws(OpenFailure) in try proceed(self) }
    }
  }

  private func wait<Input, Answer>(
    for asked: AskedHandler,
    _ rest: @escaping () async throws -> Answer,
    _ input: Input,
    then conclude: @escaping Conclusion<Input, Answer>
  ) -> OpenNext {
    .wait {
      let answered: Result<Answer, any Error>
      do {
        answered = .success(try await self.answer(of: rest, asked.label))
      } catch {
        answered = .failure(error)
      }
      self.resume = { () throws(OpenFailure) in
        switch answered {
        case .success(let answer): return try conclude(self, answer, input, asked)
        case .failure(let error): throw self.failure(for: error, of: asked)
        }
      }
    }
  }

  /// The computing time counts for all opens inside the same outermost open.
  @inline(__always)
  private func counted<Answer>(_ body: () throws -> Answer) throws -> Answer {
    guard let nestedBudget = context.nestedBudget, let computing = router.events.computing else {
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
  private func answer<Answer>(
    of body: @escaping () async throws -> Answer,
    _ label: String,
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> Answer {
    guard !isCancelled else { throw CancellationError() }
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
      endDeadline()
      work.cancel()
    }
    queueing.interrupt = continuation.interrupt
    if let deadline { startDeadline(deadline) }
    let answer = try await continuation.wait()
    guard !isCancelled else { throw CancellationError() }
    return answer
  }

  /// The failure of a handler, which is recorded as a step.
  ///
  /// The errors of leave guards and substitutes are reported as well, because the outcome may not
  /// contain them.
  private func failure(for error: any Error, of asked: AskedHandler) -> OpenFailure {
    let failure = unrecordedFailure(for: error, of: asked)
    note(asked, answer: failure.words)
    guard case .failed(let problem) = failure else { return failure }
    switch asked.kind {
    case .leave: router.hooks.report?(problem, .leave)
    case .fallback: report(problem, name: asked.label)
    default: break
    }
    return failure
  }

  private func unrecordedFailure(for error: any Error, of asked: AskedHandler) -> OpenFailure {
    if isCancelled { return .cancelled }
    switch error {
    case is CancellationError where Task.isCancelled:
      cancel()
      return .cancelled
    case let error as RouterError: return .failed(error.located(at: asked.site))
    case let wrong as LocationTextError:
      let error = RouterError.noLocation(wrong.text, by: asked.label)
      return .failed(error.located(at: wrong.site ?? asked.site))
    default:
      return .failed(RouterError.thrown(error, by: asked.label).located(at: asked.site))
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
  fileprivate(set) var start: UInt64?

  mutating func noteWait() {
    waitCount += 1
    start = nil
  }
}
