import RoutePatterns

extension Router {
  /// Runs one open from its ticket to its outcome.
  package func run(
    _ text: String,
    options: OpenOptions,
    purpose: OpenPurpose
  ) async -> Outcome {
    let ticket = makeTicket(purpose, options)
    underWay.begin(ticket)
    defer { underWay.end(ticket) }
    await rest(ticket)
    await takeTurn(ticket)
    rules.tidyUp()
    let run = OpenRun(router: self, text: text, options: options, ticket: ticket)
    guard purpose == .show else {
      let outcome = await outcome(of: run)
      probe?(outcome)
      return outcome
    }
    observers.publish(.willOpen(text: text, extra: options.extra))
    let outcome = await outcome(of: run)
    observers.publish(RouterEvent(outcome))
    outcomeReaders.publish(outcome)
    probe?(outcome)
    return outcome
  }

  /// Runs an open, unless it may not even begin.
  private func outcome(of run: OpenRun) async -> Outcome {
    if let end = end(before: run.ticket) {
      var outcome = run.outcome(ended: end)
      outcome.isRefused = run.ticket.refusal != nil
      return outcome
    }
    return await within(run.ticket) { await run.run() }
  }

  /// Builds the screen of a location with all that its view registers.
  ///
  /// - Returns: The outcome, and what must live as long as the screen.
  func assemble(
    _ text: String,
    _ options: OpenOptions
  ) async -> (outcome: Outcome, life: ScreenLife?) {
    let ticket = makeTicket(.build, options)
    underWay.begin(ticket)
    defer { underWay.end(ticket) }
    let run = OpenRun(router: self, text: text, options: options, ticket: ticket)
    let outcome = await outcome(of: run)
    return (outcome, outcome.screen.flatMap { run.lives[$0.id] })
  }

  /// Asks handlers of the program beside any open.
  ///
  /// - Returns: What `body` answers.
  /// - Throws: Why the asking may not even begin.
  func aside<Answer>(
    _ text: String,
    extra: Value,
    _ body: (OpenRun) async -> Answer
  ) async throws(OpenEnd) -> Answer {
    let options = OpenOptions(extra: extra)
    let ticket = makeTicket(.build, options)
    underWay.begin(ticket)
    defer { underWay.end(ticket) }
    let run = OpenRun(router: self, text: text, options: options, ticket: ticket)
    if let end = end(before: ticket) { throw end }
    return await within(ticket) { await body(run) }
  }

  /// Starts an open: inside the one that the current task is a step of, if any.
  private func makeTicket(_ purpose: OpenPurpose, _ options: OpenOptions) -> OpenTicket {
    let around = OpenScope.current.flatMap { $0.router == ObjectIdentifier(self) ? $0 : nil }
    let tree = around?.treeInside(clock.elapsed)
    let ticket = OpenTicket(
      scope: OpenScope(router: ObjectIdentifier(self), id: underWay.nextID(), tree: tree),
      parent: around.flatMap { underWay[$0.id] },
      purpose: purpose,
      overlap: options.overlap ?? rules.configuration.overlap
    )
    if Task.isCancelled || around?.isCancelled == true { ticket.cancel() }
    let limit = rules.configuration.childOpenLimit
    if let tree { ticket.refusal = tree.begin(limit, events.computing, at: clock.elapsed()) }
    return ticket
  }

  /// Lets others have their turn now and then when opens follow each other inside one.
  private func rest(_ ticket: OpenTicket) async {
    guard let tree = ticket.scope.tree, tree.needsRest(events.computing) else { return }
    await clock.stepAside()
  }

  /// What the open shares that the current task is a step of, if it is inside another.
  package var treeOfStep: OpenTree? {
    underWay.insideCount == 0 ? nil : OpenScope.current?.tree
  }

  /// Waits until the opens before this one are over, if it is one that queues.
  private func takeTurn(_ ticket: OpenTicket) async {
    guard ticket.overlap == .queue, ticket.purpose == .show, !ticket.isCancelled,
      let wait = underWay.queue(ticket)
    else { return }
    do { try await suspend(on: wait, isCancellable: true) } catch { ticket.cancel() }
    underWay.leaveLine(ticket)
  }

  /// Why an open may not even begin, if so.
  private func end(before ticket: OpenTicket) -> OpenEnd? {
    if ticket.isCancelled { return .cancelled }
    if let refusal = ticket.refusal { return .failed(refusal) }
    let limit = rules.configuration.openDepthLimit
    return ticket.depth >= limit ? .failed(.tooDeep(limit: limit)) : nil
  }

  /// Runs steps of an open in its scope, without leaving the router's executor.
  private func within<Answer>(
    _ ticket: OpenTicket,
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async -> Answer
  ) async -> Answer {
    await OpenScope.$current.withValue(ticket.scope) {
      // Without this the closure would belong to no executor.
      _ = isolation
      return await body()
    }
  }

  /// Waits for something whose time does not count for the decision that waits: a screen's result.
  ///
  /// - Parameter body: What is waited for.
  /// - Returns: What `body` answers.
  package func uncounted<Answer>(_ body: () async throws -> Answer) async rethrows -> Answer {
    let ticket = OpenScope.current.flatMap {
      $0.router == ObjectIdentifier(self) ? underWay[$0.id] : nil
    }
    ticket?.pauseBudget()
    defer { ticket?.resumeBudget() }
    return try await body()
  }
}
