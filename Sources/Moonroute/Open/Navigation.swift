import RoutePatterns

/// One open on its way: parse, proxies, match, decisions, animator, leave, build, show.
final class Navigation {
  let router: Router
  let rules: RouterRules
  let index: RouteIndex
  let text: String
  let options: OpenOptions
  let purpose: OpenPurpose
  let request: OpenRequest

  /// What happened so far.
  var steps: [OutcomeStep] = []
  /// Where the measured part of the time ends, if steps are measured.
  var measuredUpTo: Duration?
  /// The first location and every one that a decision led to.
  var chain: [Location] = []
  /// The locations before ``chain``, when a substitute is shown.
  var chainBefore: [Location] = []
  /// The location that is being resolved, as the proxies left it.
  var location: Location?
  var extra: Value
  /// Whether a proxy has changed where the open goes or what is passed along.
  var isRewritten = false
  /// The route and match that the open is at.
  var route: RouteInfo?
  var match: RouteMatch?
  /// The number of waits so far.
  var waitCount = 0
  /// The time of scripts at the first handler since others had their turn, `nil` before that.
  var turnStart: UInt64?
  /// What lives as long as the screens that were built.
  var lives: [Screen.ID: ScreenLife] = [:]
  /// The screens that were built for the stage, by their routes.
  var assembled: [ObjectIdentifier: Screen] = [:]
  /// The screens that were asked whether they may go.
  var askedToLeave: Set<Screen.ID> = []

  /// Begins an open on the rules as they stand.
  init(router: Router, text: String, options: OpenOptions, request: OpenRequest) {
    self.router = router
    self.rules = router.rules
    self.index = router.rules.directory.index
    self.text = text
    self.options = options
    self.purpose = request.purpose
    self.request = request
    self.extra = options.extra
    request.rules = rules
    if options.measuresSteps { measuredUpTo = router.clock.elapsed() }
  }

  /// Runs every step, and tries the substitutes when one fails.
  func run() async -> Outcome {
    do throws(OpenFailure) {
      return try await resolve(try parse(text))
    } catch {
      return await recover(from: error)
    }
  }

  /// Reads a text as a location.
  func parse(_ text: String) throws(OpenFailure) -> Location {
    do {
      let location = try Location(
        parsing: text,
        rules: rules.configuration.locationRules,
        relativeTo: chain.last ?? router.stage.top?.location
      )
      note(.parse, answer: location.description)
      return location
    } catch {
      throw failed(.parse, nil, RouterError(.badLocation, error.description))
    }
  }

  /// Follows a location and all redirects to the end.
  func resolve(_ first: Location) async throws(OpenFailure) -> Outcome {
    chain = [first]
    var location = first
    while true {
      switch try await runLeg(location) {
      case .ended(let outcome): return outcome
      case .redirected(let next):
        try follow(next)
        location = next
      }
    }
  }

  /// What comes of one location.
  enum LegResult {
    case ended(Outcome)
    case redirected(Location)
  }

  /// Asks proxies, then every match in turn until one does not decline.
  private func runLeg(_ start: Location) async throws(OpenFailure) -> LegResult {
    location = start
    if let next = try await askProxies(start) { return .redirected(next) }
    let location = location ?? start
    var declined = 0
    for (route, match) in index.matches(location) {
      guard counts(route), let matched = matchedBranch(at: route, match: match, location: location)
      else { continue }
      try findPlace(for: matched)
      if let next = try await askGuards(of: matched) { return .redirected(next) }
      if let next = try initialTab(of: matched) { return .redirected(next) }
      if let end = try await finish(at: matched) { return end }
      declined += 1
    }
    (route, match) = (nil, nil)
    guard declined == 0 else { throw .notFound(.allDeclined(location)) }
    note(.match, answer: "nothing fits")
    throw .notFound(index.notFound(location))
  }

  /// Whether the open's tags let a route take part.
  private func counts(_ route: RouteInfo) -> Bool {
    options.tags.isEmpty || route.tags.contains { options.tags.contains($0) }
  }
}

extension Navigation {
  /// Asks a handler, at once or by waiting.
  ///
  /// One that errs ends the open: fail closed.
  func perform<Input, Answer>(
    _ handler: Handler<Input, Answer>,
    _ input: Input,
    _ kind: OutcomeStep.Kind,
    of label: String,
    at site: SourceSite?
  ) async throws(OpenFailure) -> Answer {
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
      let failure = failure(for: error, of: label, at: site)
      note(kind, label, site, answer: failure.words)
      throw failure
    }
  }

  /// Runs a handler up to its first wait; what it computes counts for all opens inside the same
  /// outermost one.
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
    await router.clock.yield()
    guard !request.isCancelled else { throw CancellationError() }
  }

  /// Waits for a handler, within the limit and unless a newer open takes this one's place.
  private func wait<Answer>(
    for label: String,
    _ body: @escaping () async throws -> Answer
  ) async throws -> Answer {
    guard !request.isCancelled else { throw CancellationError() }
    waitCount += 1
    turnStart = nil
    let limit = rules.configuration.waitLimit
    let answer = try await router.race(request, limit: limit, label: label) {
      Answered(try await body())
    }
    guard !request.isCancelled else { throw CancellationError() }
    return answer.value
  }

  /// How the open ends when a handler throws.
  private func failure(for error: any Error, of label: String, at site: SourceSite?) -> OpenFailure
  {
    if request.isCancelled { return .cancelled }
    switch error {
    case is CancellationError where Task.isCancelled && !request.isCommitted:
      request.cancel()
      return .cancelled
    case let error as RouterError: return .failed(error.located(at: site))
    default: return .failed(RouterError.thrown(error, by: label).located(at: site))
    }
  }

  /// Records what happened.
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

  /// Records what went wrong, and ends the open with it.
  func failed(_ kind: OutcomeStep.Kind, _ route: RouteInfo?, _ error: RouterError) -> OpenFailure {
    note(kind, route?.label, route?.site, answer: "failed: \(error.message)")
    return .failed(error.located(at: route?.site))
  }
}

/// Carries an answer out of the task that made it.
private struct Answered<Answer> {
  let value: Answer

  init(_ value: Answer) { self.value = value }
}

extension Navigation {
  /// The outcome of an open that got somewhere.
  func outcome(
    _ status: Outcome.Status,
    animator: String? = nil,
    values: [Value] = [],
    screen: Screen? = nil
  ) -> Outcome {
    Outcome(
      status: status,
      text: text,
      location: location,
      route: route,
      match: match,
      redirects: Array((chainBefore + chain).dropFirst()),
      animator: animator,
      reason: nil,
      error: nil,
      values: values,
      screen: screen,
      steps: steps
    )
  }

  /// The outcome of an open that did not.
  func outcome(failed failure: OpenFailure) -> Outcome {
    var outcome = outcome(failure.status)
    outcome.error = failure.error
    if case .intercepted(let reason) = failure { outcome.reason = reason }
    return outcome
  }
}
