import RoutePatterns

extension Router {
  package func run(
    _ text: String,
    options: OpenOptions,
    purpose: OpenPurpose
  ) async -> Outcome {
    noteHome()
    let request = makeRequest(purpose, options)
    inFlight.begin(request)
    defer { inFlight.end(request) }
    if needsRest(request) { await clock.yield() }
    if request.overlap == .wait { await acquireTurn(request) }
    rules.tidyUp()
    let navigation = Navigation(router: self, text: text, options: options, request: request)
    guard purpose == .show else {
      let outcome = await observed(navigation)
      observers.allOutcomes.publish(outcome)
      return outcome
    }
    observers.events.publish(.willOpen(text: text, extra: options.extra))
    let outcome = await observed(navigation)
    observers.events.publish(RouterUpdate(outcome))
    observers.outcomes.publish(outcome)
    observers.allOutcomes.publish(outcome)
    return outcome
  }

  /// Records the executor of the router, unless a `LinkRouter` has set it.
  private func noteHome(isolation: isolated (any Actor)? = #isolation) {
    if home == nil { home = isolation }
  }

  /// Makes a request, inside the open of the current task, if any.
  private func makeRequest(_ purpose: OpenPurpose, _ options: OpenOptions) -> OpenRequest {
    let around = OpenContext.current.flatMap { $0.router == ObjectIdentifier(self) ? $0 : nil }
    let nestedBudget = around?.budgetInside(clock.elapsed)
    let request = OpenRequest(
      context: OpenContext(
        router: ObjectIdentifier(self),
        id: inFlight.nextID(),
        nestedBudget: nestedBudget
      ),
      parent: around.flatMap { inFlight[$0.id] },
      purpose: purpose,
      overlap: options.whenBusy ?? rules.configuration.whenBusy
    )
    if Task.isCancelled || around?.isCancelled == true { request.cancel() }
    let limit = rules.configuration.childOpenLimit
    if let nestedBudget {
      request.refusal = nestedBudget.begin(limit, events.computing, at: clock.elapsed())
    }
    return request
  }

  /// Whether to yield before the open, which happens from time to time during consecutive nested
  /// opens.
  private func needsRest(_ request: OpenRequest) -> Bool {
    request.context.nestedBudget?.needsRest(events.computing) ?? false
  }

  private func acquireTurn(_ request: OpenRequest) async {
    guard request.purpose == .show, !request.isCancelled,
      let continuation = inFlight.enqueue(request)
    else { return }
    do { try await continuation.wait() } catch { request.cancel() }
    inFlight.dequeue(request)
  }

  func outcome(of navigation: Navigation) async -> Outcome {
    if let failure = failure(before: navigation.request) {
      var outcome = navigation.outcome(failed: failure)
      outcome.isRefused = navigation.request.refusal != nil
      return outcome
    }
    return await within(navigation.request) { await navigation.run() }
  }

  private func failure(before request: OpenRequest) -> OpenFailure? {
    if isClosed { return .failed(.closed) }
    if request.isCancelled { return .cancelled }
    if let refusal = request.refusal { return .failed(refusal) }
    let limit = rules.configuration.openDepthLimit
    return request.depth >= limit ? .failed(.tooDeep(limit: limit)) : nil
  }

  /// Runs steps of an open in its context, without leaving the router's executor.
  private func within<Answer>(
    _ request: OpenRequest,
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async -> Answer
  ) async -> Answer {
    await OpenContext.$current.withValue(request.context) {
      // Without this, the closure would not be isolated to the executor.
      _ = isolation
      return await body()
    }
  }
}

extension Router {
  /// Builds a screen with all registrations of its view, which end with the returned object.
  func assemble(
    _ text: String,
    _ options: OpenOptions
  ) async -> (outcome: Outcome, life: ScreenLife?) {
    let request = makeRequest(.build, options)
    inFlight.begin(request)
    defer { inFlight.end(request) }
    let navigation = Navigation(router: self, text: text, options: options, request: request)
    let outcome = await observed(navigation)
    return (outcome, outcome.screen.flatMap { navigation.progress.lives[$0.id] })
  }

  /// Calls handlers of the program outside any open.
  ///
  /// `purpose` and `ending` describe the call for instruments.
  /// Throws the reason why the calls cannot begin.
  // An error of `body` would lose its type in the task-local closure.
  func runDetached<Answer>(
    _ text: String,
    extra: Value,
    purpose: OpenPurpose,
    isolation: isolated (any Actor)? = #isolation,
    _ body: (Navigation) async -> Answer,
    ending: (Answer) -> DetachedEnding
  ) async throws(OpenFailure) -> Answer {
    let options = OpenOptions(extra: extra)
    let request = makeRequest(purpose, options)
    inFlight.begin(request)
    defer { inFlight.end(request) }
    let navigation = Navigation(router: self, text: text, options: options, request: request)
    if let failure = failure(before: request) { throw failure }
    guard !hooks.instruments.isEmpty else {
      return await within(request) { await body(navigation) }
    }
    var answer: Answer?
    _ = await observed(navigation) {
      // Without this, the closure would not be isolated to the executor.
      _ = isolation
      let answered = await self.within(request) { await body(navigation) }
      answer = answered
      return navigation.outcome(ending(answered))
    }
    guard let answer else { throw .cancelled }
    return answer
  }
}

extension Router {
  /// Waits without counting towards the time limit of the waiting decision, for example for a
  /// screen's result.
  package func uncounted<Answer>(_ body: () async throws -> Answer) async rethrows -> Answer {
    let request = currentRequest
    request?.pauseDeadline()
    defer { request?.resumeDeadline() }
    return try await body()
  }

  /// The pending open of this router that contains the current task.
  var currentRequest: OpenRequest? {
    guard let context = OpenContext.current, context.router == ObjectIdentifier(self) else {
      return nil
    }
    return inFlight[context.id]
  }

  /// Runs a function after the open of a context has ended; immediately if it already has.
  package func whenOver(_ context: OpenContext?, _ body: @escaping () -> Void) {
    guard let context, context.router == ObjectIdentifier(self), let request = inFlight[context.id]
    else { return body() }
    request.whenOver.append(body)
  }

  /// The budget of the nested open that contains the current task.
  package var nestedBudgetOfStep: NestedOpenBudget? {
    inFlight.insideCount == 0 ? nil : OpenContext.current?.nestedBudget
  }

  package var hasOpens: Bool { !inFlight.isEmpty }

  package func cancelOpens(of rules: RouterRules, because reason: String) {
    inFlight.cancelAll(because: reason) { $0.rules === rules }
  }
}
