import RoutePatterns

extension OpenRun {
  /// Asks a handler, at once or by waiting.
  ///
  /// One that errs ends the open: fail closed.
  func perform<Input, Answer>(
    _ handler: Handler<Input, Answer>,
    _ input: Input,
    _ kind: OutcomeStep.Kind,
    of label: String,
    at site: SourceSite?
  ) async throws(OpenEnd) -> Answer {
    do {
      if hasLongTurn() { try await endTurn() }
      switch handler {
      case .immediate(let body): return try counted { try body(input) }
      case .waiting(let body): return try await wait(for: label) { try await body(input) }
      case .eventual(let body):
        switch try counted({ try body(input) }) {
        case .now(let answer): return answer
        case .later(let rest): return try await wait(for: label, rest)
        }
      }
    } catch {
      let end = end(for: error, of: label, at: site)
      note(kind, label, site, answer: end.words)
      throw end
    }
  }

  /// Runs a handler up to its first wait; what it computes counts for all opens inside the same
  /// outermost one.
  @inline(__always)
  private func counted<Answer>(_ body: () throws -> Answer) throws -> Answer {
    guard let tree = ticket.scope.tree, let computing = router.events.computing else {
      return try body()
    }
    if let refusal = tree.refusal(computing) { throw refusal }
    let start = computing.now()
    defer { tree.add(computing.since(start)) }
    return try body()
  }

  /// Whether the handlers have computed for long since others had their turn.
  private func hasLongTurn() -> Bool {
    guard let computing = router.events.computing else { return false }
    guard let start = turnStart else {
      turnStart = computing.now()
      return false
    }
    return computing.since(start) >= computing.turnLimit
  }

  /// Leaves the executor to others before the next handler.
  private func endTurn() async throws {
    waitCount += 1
    turnStart = nil
    await router.clock.stepAside()
    guard !ticket.isCancelled else { throw CancellationError() }
  }

  /// Waits for a handler, within the limit and unless a newer open takes this one's place.
  private func wait<Answer>(
    for label: String,
    _ body: @escaping () async throws -> Answer
  ) async throws -> Answer {
    guard !ticket.isCancelled else { throw CancellationError() }
    waitCount += 1
    turnStart = nil
    let limit = rules.configuration.waitLimit
    let answer = try await router.race(ticket, limit: limit, label: label) {
      Answered(try await body())
    }
    guard !ticket.isCancelled else { throw CancellationError() }
    return answer.value
  }

  /// How the open ends when a handler throws.
  private func end(for error: any Error, of label: String, at site: SourceSite?) -> OpenEnd {
    if ticket.isCancelled { return .cancelled }
    switch error {
    case is CancellationError where Task.isCancelled && !ticket.isCommitted:
      ticket.cancel()
      return .cancelled
    case let error as RouterError: return .failed(error.located(at: site))
    default: return .failed(RouterError.thrown(error, by: label).located(at: site))
    }
  }

  /// Takes down what happened.
  func note(
    _ kind: OutcomeStep.Kind,
    _ name: String? = nil,
    _ site: SourceSite? = nil,
    answer: String
  ) {
    var step = OutcomeStep(kind: kind, name: name, site: site, answer: answer)
    if let before = measuredUpTo {
      let now = router.clock.elapsed()
      step.duration = now - before
      measuredUpTo = now
    }
    steps.append(step)
  }

  /// Takes down what went wrong, and ends the open with it.
  func failed(_ kind: OutcomeStep.Kind, _ route: RouteInfo?, _ error: RouterError) -> OpenEnd {
    note(kind, route?.label, route?.site, answer: "failed: \(error.message)")
    return .failed(error.located(at: route?.site))
  }
}

/// Carries an answer out of the task that made it.
private struct Answered<Answer> {
  let value: Answer

  init(_ value: Answer) { self.value = value }
}
