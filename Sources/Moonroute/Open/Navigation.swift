import RoutePatterns

/// One open on its way: parse, proxies, match, decisions, animator, leave, build, show.
///
/// Its files read in the order in which it goes: this one takes a text from location to location
/// until one is final; `+Decide` asks what may stop it or lead elsewhere; `+Show` does what the
/// route is for; `+Assemble` gets the screens that are shown; `+Recover` is for an open that
/// failed. Every handler on the way is called by ``perform(_:_:_:of:at:_:)``, beside the waits.
final class Navigation {
  let router: Router
  let rules: RouterRules
  let text: String
  let options: OpenOptions
  let request: OpenRequest

  /// The routes, with those that were registered while a proxy or `unmatched` ran.
  private(set) var index: RouteIndex
  /// The steps so far.
  private(set) var journal: OpenJournal
  /// Where the open has been and is.
  var trail = LocationTrail()
  /// The value that is passed along.
  var extra: Value
  /// The route and match that the open is at.
  var route: RouteInfo?
  var match: RouteMatch?
  var turns = HandlerTurns()
  /// Whether a route was found that `unmatched` registered for the location.
  var isFound = false
  var guardsAsked = GuardsAsked()
  /// The steps done so far for the screens that come and go.
  var progress = ScreenProgress()

  /// Begins an open on the rules as they stand.
  init(router: Router, text: String, options: OpenOptions, request: OpenRequest) {
    self.router = router
    self.rules = router.rules
    self.index = rules.directory.index
    self.text = text
    self.request = request
    self.extra = options.extra
    self.journal = OpenJournal(measuringBy: router.stopwatch(for: options))
    self.options = options
    request.rules = rules
  }

  /// Stands at the location of a screen on the stage, to ask or to build it again.
  ///
  /// - Returns: How its route fits, or `nil` when it does not any more.
  func stand(at location: Location, on route: RouteInfo) throws(OpenFailure) -> RouteMatch? {
    trail.stand(at: location)
    var matches = index.matches(location)
    while let found = matches.next() {
      if found.route === route { return found.match }
    }
    if matches.isCutShort { throw failed(.match, route, .matchLimit(location)) }
    return nil
  }

  /// Takes in the routes that were registered since the open began, or since the last call.
  ///
  /// - Returns: Whether there are any changes.
  @discardableResult
  func takeInNewRoutes() -> Bool {
    let before = index
    index = rules.directory.index
    return index !== before
  }

  var purpose: OpenPurpose { request.purpose }

  /// Runs every step, and tries the substitutes when one fails.
  func run() async -> Outcome {
    do throws(OpenFailure) {
      return try await resolve(try parse(text))
    } catch {
      return await recover(from: error)
    }
  }

  func parse(_ text: String) throws(OpenFailure) -> Location {
    do {
      let location = try Location(
        parsing: text,
        rules: rules.configuration.locationRules,
        relativeTo: trail.chain.last ?? router.stage.topLocation
      )
      note(.parse, answer: location.description, at: location)
      return location
    } catch {
      throw failed(.parse, nil, RouterError(.badLocation, error.description))
    }
  }

  /// Follows a location and all redirects to the end.
  func resolve(_ first: Location) async throws(OpenFailure) -> Outcome {
    trail.begin(with: first)
    return try await outcome(of: try await runLeg(first))
  }

  /// Follows what came of one location to the end.
  func outcome(of result: consuming LegResult) async throws(OpenFailure) -> Outcome {
    while true {
      switch consume result {
      case .ended(let outcome): return outcome
      case .redirected(let next):
        try follow(next)
        result = try await runLeg(next)
      }
    }
  }

  /// The result of one location.
  enum LegResult {
    case ended(Outcome)
    case redirected(Location)
  }

  /// Asks proxies, then every match in turn until one does not decline.
  private func runLeg(_ start: Location) async throws(OpenFailure) -> LegResult {
    trail.location = start
    if let next = try await askProxies(start) { return .redirected(next) }
    takeInNewRoutes()
    return try await tryMatches(of: trail.location ?? start)
  }

  /// Tries every match of a location that the proxies have seen.
  func tryMatches(of location: Location) async throws(OpenFailure) -> LegResult {
    var declined = 0
    var matches = index.matches(location)
    while let (route, match) = matches.next() {
      guard counts(route),
        let matched = try matchedBranch(at: route, match: match, location: location)
      else { continue }
      if let problem = route.queryProblem(of: location) {
        throw failed(.match, route, problem.ofLink)
      }
      try findPlace(for: matched)
      if let next = try await decide(about: matched) { return .redirected(next) }
      if let next = try initialTab(of: matched) { return .redirected(next) }
      if let end = try await finish(at: matched) { return end }
      declined += 1
    }
    (route, match) = (nil, nil)
    if matches.isCutShort { throw failed(.match, nil, .matchLimit(location)) }
    guard declined == 0 else { throw .notFound(.allDeclined(location)) }
    note(.match, answer: "nothing fits")
    throw .notFound(index.notFound(location))
  }

  /// Takes one redirect into the chain.
  ///
  /// - Throws: `redirect_loop` before `redirect_limit`, each with the whole chain.
  private func follow(_ next: Location) throws(OpenFailure) {
    let isLoop = trail.chain.contains(next)
    trail.append(next)
    let limit = max(1, rules.configuration.redirectLimit)
    guard isLoop || trail.chain.count - 1 > limit else { return }
    let last = journal.steps.last
    let error: RouterError
    if isLoop {
      error = .redirectLoop(trail.chain)
    } else if trail.leadsToOnePath, let last {
      error = .redirectGrowth(
        trail.chain,
        by: last.kind.rawValue + (last.name.map { " '\($0)'" } ?? "")
      )
    } else {
      error = .redirectLimit(limit, trail.chain)
    }
    throw .failed(error.located(at: last?.site))
  }
}

/// A match with everything that is asked about it.
struct MatchedBranch {
  /// The state that the matched route's own handlers see.
  let state: RouteState

  /// The routes above the matched one, the root first, with their redirects.
  let above: [(route: RouteInfo, redirects: [Route.Redirect])]

  /// The guards whose pattern fits, first to last.
  let guards: [DecisionTable.Match]

  let behaviour: RouteBehaviour
}

extension Navigation {
  /// Whether the open's tags let a route take part.
  private func counts(_ route: RouteInfo) -> Bool {
    options.tags.isEmpty || route.tags.contains { options.tags.contains($0) }
  }

  /// Records a match, and collects what its branch does before anything waits.
  ///
  /// - Returns: `nil` for a route that does not count any more.
  func matchedBranch(
    at route: RouteInfo,
    match: RouteMatch,
    location: Location
  ) throws(OpenFailure) -> MatchedBranch? {
    guard route.isActive, let behaviour = rules.behaviour(of: route) else { return nil }
    self.route = route
    self.match = match
    note(.match, route.label, route.site, answer: route.pattern.text)
    return MatchedBranch(
      state: state(of: route, match: match, location: location),
      above: route.above.map { ($0, rules.behaviour(of: $0)?.redirects ?? []) },
      guards: try guards(for: location, entering: route),
      behaviour: behaviour
    )
  }

  /// The guards whose pattern fits the location of a route that is entered, first to last.
  func guards(
    for location: Location,
    entering route: RouteInfo
  ) throws(OpenFailure) -> [DecisionTable.Match] {
    do throws(RouterError) {
      return try trail.steps.share { steps throws(RouterError) in
        try rules.locationGuards.decisions(for: location, entering: route, within: &steps)
      }
    } catch {
      throw failed(.guard, route, error)
    }
  }

  /// Makes the state that a route's own handlers see.
  func state(of route: RouteInfo, match: RouteMatch, location: Location) -> RouteState {
    RouteState(
      of: route,
      match: match,
      location: location,
      extra: extra,
      redirectedFrom: trail.redirectedFrom,
      source: options.source ?? router.stage.topID,
      lifetimeToken: lifetimeToken(location)
    )
  }

  /// The token that lives as long as a state: a program's open has one once decisions have led it.
  private func lifetimeToken(_ location: Location) -> (any LifetimeToken)? {
    if let keep = options.makeLifetimeToken { return keep(location, extra) }
    guard trail.isRedirected || trail.isRewritten else { return nil }
    return router.hooks.redirectLifetimeToken?(location, extra)
  }

  /// Finds the open's place among others: a screen's takes that of older ones, an action's none.
  ///
  /// A route that only decides may lead to either: it can be cancelled, but cancels nothing.
  private func findPlace(for matched: MatchedBranch) throws(OpenFailure) {
    request.isNavigation = purpose == .show && matched.behaviour.action == nil
    if request.isNavigation, matched.behaviour.view != nil { try takePlace() }
  }

  /// Takes the place of older opens that lead to a screen, unless a newer one has it.
  func takePlace() throws(OpenFailure) {
    request.isNavigation = true
    guard router.inFlight.claim(request) else {
      request.cancel()
      throw .cancelled
    }
  }
}

extension Navigation {
  /// Records what happened.
  ///
  /// - Parameters:
  ///   - kind: The kind of thing.
  ///   - name: The route, or the pattern of a proxy or guard.
  ///   - site: Where the function that answered is written.
  ///   - ordinal: Which one of several it is.
  ///   - answer: The result, in a few words.
  ///   - decision: What a decision answered. Default: none was asked.
  ///   - location: Where it happened. Default: where the open is.
  func note(
    _ kind: OutcomeStep.Kind,
    _ name: String? = nil,
    _ site: SourceSite? = nil,
    _ ordinal: OutcomeStep.Ordinal? = nil,
    answer: String,
    decision: @autoclosure () -> StepDecision? = nil,
    at location: Location? = nil
  ) {
    let step = OutcomeStep(kind: kind, name: name, site: site, answer: answer, ordinal: ordinal)
    guard let time = journal.time else { return journal.note(step) }
    let detail = OutcomeStep.Detail(at: location ?? trail.location, decision())
    journal.note(step, detail, at: time)
    noteMeasured()
  }

  /// Tells of the last step, which was measured.
  private func noteMeasured() {
    let count = journal.steps.count
    request.context.stepCount = count
    guard let step = journal.steps.last else { return }
    let place = OpenPlace(open: request.id, step: count - 1)
    for instrument in router.hooks.instruments { instrument.note(step, at: place) }
  }

  /// Records what went wrong, and ends the open with it.
  func failed(_ kind: OutcomeStep.Kind, _ route: RouteInfo?, _ error: RouterError) -> OpenFailure {
    note(kind, route?.label, route?.site, answer: "failed: \(error.message)")
    return .failed(error.located(at: route?.site))
  }

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
      location: trail.location,
      route: route,
      match: match,
      redirects: trail.redirects,
      animator: animator,
      reason: nil,
      error: nil,
      values: values,
      screen: screen,
      steps: journal.steps
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
