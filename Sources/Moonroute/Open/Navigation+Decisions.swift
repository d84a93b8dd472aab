import RoutePatterns

/// A match with everything that is asked about it.
struct MatchedBranch {
  /// The state that the matched route's own handlers see.
  let state: RouteState

  /// The matched route and those above it, the root first, with their redirects.
  let branch: [(route: RouteInfo, redirects: [Route.Redirect])]

  /// The guards whose pattern fits, first to last.
  let guards: [DecisionTable.Match]

  /// What the matched route does.
  let behaviour: RouteBehaviour
}

extension Navigation {
  /// Asks the proxies that fit, until one rewrites or leads elsewhere.
  ///
  /// - Returns: Where to go instead, or `nil` to go on with ``location``.
  func askProxies(_ start: Location) async throws(OpenFailure) -> Location? {
    let order: RouteTable.Order = rules.directory.order == .last ? .last : .first
    for proxy in rules.proxies.decisions(for: start, order: order) where counts(proxy.decision) {
      let state = state(of: proxy.route, match: proxy.match, location: start)
      let source = DecisionSource(.proxy, proxy.decision)
      switch try await ask(proxy.decision.decision, state, source) {
      case .rewrite(let rewrite):
        if let extra = rewrite.extra { self.extra = extra }
        let rewritten = try overlay(rewrite.query, on: rewrite.location, source)
        location = rewritten
        isRewritten = true
        note(.proxy, source.label, source.site, answer: "rewrite \(rewritten)")
        return nil
      case let decision:
        if let next = try conclude(decision, source, state: state) { return next }
      }
    }
    return nil
  }

  /// Whether a decision from outside takes part in an open with these tags.
  func counts(_ attached: AttachedDecision) -> Bool {
    attached.tags.isEmpty || attached.tags.contains(where: options.tags.contains)
  }
}

extension Navigation {
  /// Records a match, and collects what its branch does before anything waits.
  ///
  /// - Returns: `nil` for a route that does not count any more.
  func matchedBranch(at route: RouteInfo, match: RouteMatch, location: Location) -> MatchedBranch? {
    guard route.isActive, let behaviour = rules.behaviour(of: route) else { return nil }
    self.route = route
    self.match = match
    note(.match, route.label, route.site, answer: route.pattern.text)
    return MatchedBranch(
      state: state(of: route, match: match, location: location),
      branch: route.branch.map { ($0, rules.behaviour(of: $0)?.redirects ?? []) },
      guards: rules.locationGuards.decisions(for: location, entering: route),
      behaviour: behaviour
    )
  }

  /// Finds the open's place among others: a screen's takes that of older ones, an action's none.
  ///
  /// A route that only decides may lead to either: it can be cancelled, but cancels nothing.
  func findPlace(for matched: MatchedBranch) throws(OpenFailure) {
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

  /// Does what the route is for.
  ///
  /// - Returns: `nil` when it declines.
  func finish(at matched: MatchedBranch) async throws(OpenFailure) -> LegResult? {
    let (state, location) = (matched.state, matched.state.location)
    switch (purpose, matched.behaviour.action, matched.behaviour.view) {
    case (.show, let action?, _), (.fetch, let action?, _):
      return try await run(action, state: state).map(LegResult.ended)
    case (.show, nil, _?): return try await show(matched)
    case (.build, _, let view?):
      return .ended(outcome(.opened, screen: try await build(view, state: state)))
    case (.fetch, nil, _?):
      throw failed(.action, state.route, .noAction(of: state.route, for: location))
    case (.build, _?, nil):
      throw failed(.build, state.route, .noScreen(of: state.route, for: location))
    case (_, nil, nil):
      throw failed(.build, state.route, .noView(of: state.route, for: location))
    }
  }

  /// Runs an action.
  private func run(
    _ action: Handler<RouteState, ActionAnswer>,
    state: RouteState
  ) async throws(OpenFailure) -> Outcome? {
    let route = state.route
    let values: [Value]
    switch try await perform(action, state, .action, of: route.label, at: route.site) {
    case .values(let answered): values = answered
    case .refused where purpose == .fetch: values = [false]
    case .refused, .declined:
      note(.action, route.label, route.site, answer: "declined")
      return nil
    }
    note(.action, route.label, route.site, answer: "handled")
    return outcome(.handled, values: values)
  }

  /// Makes the state that a route's own handlers see.
  func state(of route: RouteInfo, match: RouteMatch, location: Location) -> RouteState {
    RouteState(
      of: route,
      match: match,
      location: location,
      extra: extra,
      redirectedFrom: chain.count > 1 ? chain.first : nil,
      source: options.source ?? router.stage.top?.id,
      lifetimeToken: lifetimeToken(location)
    )
  }

  /// What lives as long as a state: one of the program's open counts once decisions have led it.
  private func lifetimeToken(_ location: Location) -> (any LifetimeToken)? {
    if let keep = options.makeLifetimeToken { return keep(location, extra) }
    guard chain.count > 1 || isRewritten else { return nil }
    return router.redirectLifetimeToken?(location, extra)
  }
}

/// The source of a decision, as the outcome's steps name it.
struct DecisionSource {
  let kind: OutcomeStep.Kind
  let label: String
  let site: SourceSite?
  /// Whether the query is kept when it leads elsewhere.
  var keepsQuery = false

  /// A route's own redirect.
  init(_ route: RouteInfo) {
    kind = .redirect
    label = route.label
    site = route.site
    keepsQuery = route.keepsQuery
  }

  /// A decision from outside.
  init(_ kind: OutcomeStep.Kind, _ attached: AttachedDecision, keepsQuery: Bool = false) {
    self.kind = kind
    label = attached.label
    site = attached.site
    self.keepsQuery = keepsQuery
  }
}

extension Navigation {
  /// Asks the guards of a branch from the root: those from outside, then the routes' own.
  ///
  /// - Returns: Where to go instead, or `nil` to go on.
  func askGuards(of matched: MatchedBranch) async throws(OpenFailure) -> Location? {
    let leaf = matched.state
    if let next = try await ask(matched.guards, leaf) { return next }
    for (route, redirects) in matched.branch {
      let state = leaf.seen(by: route, match: leaf.match)
      for attached in rules.guards(of: route) where counts(attached) {
        let source = DecisionSource(.guard, attached, keepsQuery: route.keepsQuery)
        if let next = try await conclude(attached.decision, source, state: state) { return next }
      }
      for redirect in redirects {
        if let next = try await conclude(redirect, DecisionSource(route), state: state) {
          return next
        }
      }
    }
    return nil
  }

  /// Asks the guards whose pattern fits the location of a state.
  ///
  /// - Returns: Where to go instead, or `nil` to go on.
  func ask(
    _ guards: [DecisionTable.Match],
    _ state: RouteState
  ) async throws(OpenFailure) -> Location? {
    for found in guards where counts(found.decision) {
      let seen = state.seen(by: found.route, match: found.match)
      let source = DecisionSource(.guard, found.decision, keepsQuery: state.route.keepsQuery)
      if let next = try await conclude(found.decision.decision, source, state: seen) { return next }
    }
    return nil
  }

  /// Asks one decision and does what it says.
  private func conclude(
    _ redirect: Route.Redirect,
    _ source: DecisionSource,
    state: RouteState
  ) async throws(OpenFailure) -> Location? {
    try conclude(try await ask(redirect, state, source), source, state: state)
  }

  /// Asks one decision.
  func ask(
    _ redirect: Route.Redirect,
    _ state: RouteState,
    _ source: DecisionSource
  ) async throws(OpenFailure) -> Decision {
    switch redirect {
    case .decided(let handler):
      return try await perform(handler, state, source.kind, of: source.label, at: source.site)
    case .fixed(let template):
      let rules = rules.configuration.locationRules
      if let problem = StaticTarget.problem(filling: template, state: state, rules: rules) {
        throw failed(source, problem)
      }
      return .goTo(StaticTarget.text(template, state: state))
    }
  }

  /// Turns a decision into where to go, or `nil` to go on.
  func conclude(
    _ decision: Decision,
    _ source: DecisionSource,
    state: RouteState
  ) throws(OpenFailure) -> Location? {
    switch decision {
    case .proceed:
      note(source.kind, source.label, source.site, answer: "go on")
      return nil
    case .stop(let reason):
      note(
        source.kind,
        source.label,
        source.site,
        answer: reason.map { "stop: \($0)" } ?? "stop"
      )
      throw .intercepted(reason: reason)
    case .rewrite: throw failed(source, .rewrite(by: source.label))
    case .go(let target): return try redirect(to: target, source, state: state)
    case .goKeepingQuery(let target):
      var source = source
      source.keepsQuery = true
      return try redirect(to: target, source, state: state)
    case .goTo(let text):
      return try redirect(to: try target(text, source, from: state.location), source, state: state)
    }
  }

  /// Reads the text that a decision answered.
  private func target(
    _ text: String,
    _ source: DecisionSource,
    from location: Location
  ) throws(OpenFailure) -> Location {
    guard StaticTarget.isLocation(text) else {
      throw failed(source, .noLocation(text, by: source.label))
    }
    do {
      return try Location(
        parsing: text,
        rules: rules.configuration.locationRules,
        relativeTo: location
      )
    } catch {
      throw failed(source, RouterError(.badLocation, error.description))
    }
  }

  /// Goes to a target, or on when it is where the open already is.
  private func redirect(
    to target: Location,
    _ source: DecisionSource,
    state: RouteState
  ) throws(OpenFailure) -> Location? {
    var target = target
    if source.keepsQuery {
      let own = Set(target.query.names)
      let kept = state.location.query.filter { !own.contains($0.name) }
      target = try overlay(kept.map { ($0.name, $0.value) }, on: target, source)
    }
    guard target != state.location else {
      note(source.kind, source.label, source.site, answer: "go on: already there")
      return nil
    }
    note(source.kind, source.label, source.site, answer: "go to \(target)")
    return target
  }

  /// Takes one redirect into the chain.
  ///
  /// - Throws: `redirect_loop` before `redirect_limit`, each with the whole chain.
  func follow(_ next: Location) throws(OpenFailure) {
    let isLoop = chain.contains(next)
    chain.append(next)
    let limit = max(1, rules.configuration.redirectLimit)
    guard isLoop || chain.count - 1 > limit else { return }
    let error = isLoop ? RouterError.redirectLoop(chain) : .redirectLimit(limit, chain)
    throw .failed(error.located(at: steps.last?.site))
  }

  /// A location with items laid over its query.
  func overlay(
    _ items: [(String, String)],
    on location: Location,
    _ source: DecisionSource
  ) throws(OpenFailure) -> Location {
    guard !items.isEmpty else { return location }
    do {
      return try location.with(
        query: LocationQuery(items.map { LocationQuery.Item($0.0, $0.1) }),
        rules: rules.configuration.locationRules
      )
    } catch {
      throw failed(source, RouterError(.badLocation, error.description))
    }
  }

  /// Ends the open because of a decision.
  private func failed(_ source: DecisionSource, _ error: RouterError) -> OpenFailure {
    note(source.kind, source.label, source.site, answer: "failed: \(error.message)")
    return .failed(error.located(at: source.site))
  }
}
