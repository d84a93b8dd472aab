import RoutePatterns

extension Router {
  package func run(
    _ text: String,
    options: OpenOptions,
    purpose: OpenPurpose
  ) async -> Outcome {
    noteHome()
    rules.tidyUp()
    let open = makeOpen(text, options, purpose)
    inFlight.begin(open)
    defer { inFlight.end(open) }
    let needsRest = needsRest(open)
    if needsRest { await clock.yield() }
    if open.overlap == .wait { await acquireTurn(open) }
    open.begin(hasWaited: needsRest || open.overlap == .wait)
    guard purpose == .show else {
      let outcome = await observed(open)
      observers.allOutcomes.publish(outcome)
      return outcome
    }
    observers.events.publish(.willOpen(text: text, extra: options.extra))
    let outcome = await observed(open)
    observers.events.publish(RouterUpdate(outcome))
    observers.outcomes.publish(outcome)
    observers.allOutcomes.publish(outcome)
    return outcome
  }

  /// Records the executor of the router, unless a `LinkRouter` has set it.
  private func noteHome(isolation: isolated (any Actor)? = #isolation) {
    if home == nil { home = isolation }
  }

  /// Makes an open, inside that of the current task, if any.
  private func makeOpen(_ text: String, _ options: OpenOptions, _ purpose: OpenPurpose) -> Open {
    let around = OpenContext.current.flatMap { $0.router == ObjectIdentifier(self) ? $0 : nil }
    let nestedBudget = around?.budgetInside(clock.elapsed)
    let open = Open(
      router: self,
      context: OpenContext(
        router: ObjectIdentifier(self),
        id: inFlight.nextID(),
        nestedBudget: nestedBudget
      ),
      parent: around.flatMap { inFlight[$0.id] },
      purpose: purpose,
      text: text,
      options: options,
      refusal: nestedBudget?
        .begin(rules.configuration.childOpenLimit, events.computing, at: clock.elapsed())
    )
    if Task.isCancelled || around?.isCancelled == true { open.cancel() }
    return open
  }

  /// Whether to yield before the open, which happens from time to time during consecutive nested
  /// opens.
  private func needsRest(_ open: Open) -> Bool {
    open.context.nestedBudget?.needsRest(events.computing) ?? false
  }

  private func acquireTurn(_ open: Open) async {
    guard open.purpose == .show, !open.isCancelled, let continuation = inFlight.enqueue(open)
    else { return }
    do { try await continuation.wait() } catch { open.cancel() }
    inFlight.dequeue(open)
  }

  func outcome(of open: Open) async -> Outcome {
    if let failure = failure(before: open) {
      return open.makeOutcome(failed: failure).with { $0.isRefused = open.refusal != nil }
    }
    await drive(open)
    if open.purpose == .show, open.rules !== rules { await rebuildLateScreens() }
    return open.outcome ?? open.makeOutcome(failed: .cancelled)
  }

  private func failure(before open: Open) -> OpenFailure? {
    if isClosed { return .failed(.closed) }
    if open.isCancelled { return .cancelled }
    if let refusal = open.refusal { return .failed(refusal) }
    let limit = rules.configuration.openDepthLimit
    return open.depth >= limit ? .failed(.tooDeep(limit: limit)) : nil
  }

  /// Runs an open to its end in its context, without leaving the router's executor: the only place
  /// where a running open waits.
  private func drive(_ open: Open, isolation: isolated (any Actor)? = #isolation) async {
    while let wait = OpenContext.$current.withValue(open.context, operation: open.advance) {
      await OpenContext.$current.withValue(open.context) {
        // Without this, the closure would not be isolated to the executor.
        _ = isolation
        await wait()
      }
    }
  }
}

extension Router {
  /// Builds a screen with all registrations of its view, which end with the returned object.
  func assemble(
    _ text: String,
    _ options: OpenOptions
  ) async -> (outcome: Outcome, life: ScreenLife?) {
    let open = makeOpen(text, options, .build)
    inFlight.begin(open)
    defer { inFlight.end(open) }
    open.begin()
    let outcome = await observed(open)
    let lives = open.progress.lives
    return (outcome, outcome.screen.flatMap { lives[$0.id] })
  }

  /// Calls handlers of the program outside any open, from a first step to the end.
  ///
  /// `text` and `purpose` describe the call for instruments. Throws the reason why the calls cannot
  /// begin.
  func runDetached(
    _ text: String,
    extra: Value,
    purpose: OpenPurpose,
    isolation: isolated (any Actor)? = #isolation,
    _ first: @escaping (Open) throws(OpenFailure) -> OpenNext
  ) async throws(OpenFailure) -> Open {
    let open = makeOpen(text, OpenOptions(extra: extra), purpose)
    inFlight.begin(open)
    defer { inFlight.end(open) }
    open.begin()
    if let failure = failure(before: open) { throw failure }
    open.resume = { () throws(OpenFailure) in try first(open) }
    guard !hooks.instruments.isEmpty else {
      await drive(open)
      return open
    }
    _ = await observed(open) {
      // Without this, the closure would not be isolated to the executor.
      _ = isolation
      await self.drive(open)
      return open.detachedOutcome
    }
    return open
  }
}

extension Router {
  /// Waits for the result of a screen, without counting towards the time limit of the waiting
  /// decision.
  package func waiting<Answer>(
    forResultOf handle: OpenHandle,
    _ body: () async throws -> Answer
  ) async rethrows -> Answer {
    if handle.ended == nil { hooks.waitsForResult?(handle.screen) }
    let open = currentOpen
    open?.pauseDeadline()
    defer { open?.resumeDeadline() }
    return try await body()
  }

  /// The pending open of this router that contains the current task.
  var currentOpen: Open? {
    guard let context = OpenContext.current, context.router == ObjectIdentifier(self) else {
      return nil
    }
    return inFlight[context.id]
  }

  /// Runs a function after the open of a context has ended; immediately if it already has.
  package func whenOver(_ context: OpenContext?, _ body: @escaping () -> Void) {
    guard let context, context.router == ObjectIdentifier(self), let open = inFlight[context.id]
    else { return body() }
    open.whenOver.append(body)
  }

  /// The budget of the nested open that contains the current task.
  package var nestedBudgetOfStep: NestedOpenBudget? {
    inFlight.insideCount == 0 ? nil : OpenContext.current?.nestedBudget
  }

  package var hasOpens: Bool { !inFlight.isEmpty }

  package func cancelOpens(of rules: RouterRules, because reason: String) {
    inFlight.cancelAll(because: reason) { $0.uses(rules) }
  }
}
