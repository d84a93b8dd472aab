import RoutePatterns

/// A running open: parse, proxies, match, decisions, animator, leave guards, build, show.
///
/// The files follow this order. This file resolves a text from location to location until one is
/// final; `+Decide` calls the decisions that can stop or redirect; `+Show` runs the action or shows
/// the view; `+Assemble` provides the screens; `+Recover` handles failures.
/// ``perform(_:_:_:of:at:_:)`` calls all handlers and waits for them.
final class Navigation {
  let router: Router
  let rules: RouterRules
  let text: String
  let options: OpenOptions
  let request: OpenRequest

  /// The routes, including those registered while a proxy or `unmatched` ran.
  private(set) var index: RouteIndex
  private(set) var journal: OpenJournal
  var trail = LocationTrail()
  var extra: Value
  var route: RouteInfo?
  var match: RouteMatch?
  var turns = HandlerTurns()
  /// Whether `unmatched` registered a route for the location.
  var isFound = false
  var guardsAsked = GuardsAsked()
  /// The work done so far on arriving and leaving screens.
  var progress = ScreenProgress()

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

  /// Moves to the location of a screen on the stage, to check or rebuild it; returns `nil` if its
  /// route no longer matches.
  func stand(at location: Location, on route: RouteInfo) throws(OpenFailure) -> RouteMatch? {
    trail.stand(at: location)
    var matches = index.matches(location)
    while let found = matches.next() {
      if found.route === route { return found.match }
    }
    if matches.isCutShort { throw failed(.match, route, .matchLimit(location)) }
    return nil
  }

  /// Updates the routes to include recent registrations; returns whether they changed.
  @discardableResult
  func takeInNewRoutes() -> Bool {
    let before = index
    index = rules.directory.index
    return index !== before
  }

  var purpose: OpenPurpose { request.purpose }

  /// Runs every step, and tries the substitutes after a failure.
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

  func resolve(_ first: Location) async throws(OpenFailure) -> Outcome {
    trail.begin(with: first)
    return try await outcome(of: try await runLeg(first))
  }

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

  enum LegResult {
    case ended(Outcome)
    case redirected(Location)
  }

  /// Calls proxies, then tries each match until one does not decline.
  private func runLeg(_ start: Location) async throws(OpenFailure) -> LegResult {
    trail.location = start
    if let next = try await askProxies(start) { return .redirected(next) }
    takeInNewRoutes()
    return try await tryMatches(of: trail.location ?? start)
  }

  /// Tries every match of a location after the proxies.
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
    note(.match, answer: "no route matches")
    throw .notFound(index.notFound(location))
  }

  /// Throws `redirect_loop` or otherwise `redirect_limit`, each with the whole chain.
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

struct MatchedBranch {
  let state: RouteState

  /// The ancestors of the matched route with their redirects, the root first.
  let above: [(route: RouteInfo, redirects: [LinkRoute.Redirect])]

  let guards: [DecisionTable.Match]

  let behaviour: RouteBehaviour
}

extension Navigation {
  private func counts(_ route: RouteInfo) -> Bool {
    options.tags.isEmpty || route.tags.contains { options.tags.contains($0) }
  }

  /// Collects the decisions of the branch before any wait; returns `nil` if the route was removed.
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

  /// The guards with a pattern that matches the location of an entered route, in calling order.
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

  /// Makes the state for a route's own handlers.
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

  /// The token with the lifetime of a state.
  ///
  /// Opens by the program have one after a redirect or rewrite.
  private func lifetimeToken(_ location: Location) -> (any LifetimeToken)? {
    if let keep = options.makeLifetimeToken { return keep(location, extra) }
    guard trail.isRedirected || trail.isRewritten else { return nil }
    return router.hooks.redirectLifetimeToken?(location, extra)
  }

  /// Orders the open among others: a screen replaces older opens, an action does not.
  ///
  /// A route that only decides can redirect to either. It can be cancelled but does not cancel
  /// others.
  private func findPlace(for matched: MatchedBranch) throws(OpenFailure) {
    request.isNavigation = purpose == .show && matched.behaviour.action == nil
    if request.isNavigation, matched.behaviour.view != nil { try takePlace() }
  }

  /// Replaces older opens that show a screen, or fails if a newer one exists.
  func takePlace() throws(OpenFailure) {
    request.isNavigation = true
    guard router.inFlight.claim(request) else {
      request.cancel()
      throw .cancelled
    }
  }
}

extension Navigation {
  /// Records a step; `answer` is its result, in a few words.
  ///
  /// `name` is the route, or the pattern of a proxy or guard.
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

  private func noteMeasured() {
    let count = journal.steps.count
    request.context.stepCount = count
    guard let step = journal.steps.last else { return }
    let place = OpenPlace(open: request.id, step: count - 1)
    for instrument in router.hooks.instruments { instrument.note(step, at: place) }
  }

  func failed(_ kind: OutcomeStep.Kind, _ route: RouteInfo?, _ error: RouterError) -> OpenFailure {
    note(kind, route?.label, route?.site, answer: "failed: \(error.message)")
    return .failed(error.located(at: route?.site))
  }

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

  func outcome(failed failure: OpenFailure) -> Outcome {
    var outcome = outcome(failure.status)
    outcome.error = failure.error
    switch failure {
    case .intercepted(let reason): outcome.reason = reason
    case .cancelled: outcome.reason = request.cancelReason
    default: break
    }
    return outcome
  }
}
