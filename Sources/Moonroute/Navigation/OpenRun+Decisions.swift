import RoutePatterns

/// Who decides, and what the outcome's steps say about it.
struct Decider {
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

extension OpenRun {
  /// Asks the guards of a branch from the root: those from outside, then the routes' own.
  ///
  /// - Returns: Where to go instead, or `nil` to go on.
  func askGuards(of arrival: Arrival) async throws(OpenEnd) -> Location? {
    let leaf = arrival.state
    if let next = try await ask(arrival.guards, leaf) { return next }
    for (route, redirects) in arrival.branch {
      let state = leaf.seen(by: route, match: leaf.match)
      for attached in rules.guards(of: route) where counts(attached) {
        let decider = Decider(.guard, attached, keepsQuery: route.keepsQuery)
        if let next = try await settle(attached.decision, decider, state: state) { return next }
      }
      for redirect in redirects {
        if let next = try await settle(redirect, Decider(route), state: state) { return next }
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
  ) async throws(OpenEnd) -> Location? {
    for found in guards where counts(found.decision) {
      let seen = state.seen(by: found.route, match: found.match)
      let decider = Decider(.guard, found.decision, keepsQuery: state.route.keepsQuery)
      if let next = try await settle(found.decision.decision, decider, state: seen) { return next }
    }
    return nil
  }

  /// Asks one decision and does what it says.
  private func settle(
    _ redirect: Route.Redirect,
    _ decider: Decider,
    state: RouteState
  ) async throws(OpenEnd) -> Location? {
    try settle(try await ask(redirect, state, decider), decider, state: state)
  }

  /// Asks one decision.
  func ask(
    _ redirect: Route.Redirect,
    _ state: RouteState,
    _ decider: Decider
  ) async throws(OpenEnd) -> Decision {
    switch redirect {
    case .decided(let handler):
      return try await perform(handler, state, decider.kind, of: decider.label, at: decider.site)
    case .fixed(let template):
      let rules = rules.configuration.locationRules
      if let problem = StaticTarget.problem(filling: template, state: state, rules: rules) {
        throw failed(decider, problem)
      }
      return .goTo(StaticTarget.text(template, state: state))
    }
  }

  /// Turns a decision into where to go, or `nil` to go on.
  func settle(
    _ decision: Decision,
    _ decider: Decider,
    state: RouteState
  ) throws(OpenEnd) -> Location? {
    switch decision {
    case .proceed:
      note(decider.kind, decider.label, decider.site, answer: "go on")
      return nil
    case .stop(let reason):
      note(
        decider.kind,
        decider.label,
        decider.site,
        answer: reason.map { "stop: \($0)" } ?? "stop"
      )
      throw .intercepted(reason: reason)
    case .rewrite: throw failed(decider, .rewrite(by: decider.label))
    case .go(let target): return try arrived(at: target, decider, state: state)
    case .goKeepingQuery(let target):
      var decider = decider
      decider.keepsQuery = true
      return try arrived(at: target, decider, state: state)
    case .goTo(let text):
      return try arrived(at: try target(text, decider, from: state.location), decider, state: state)
    }
  }

  /// Reads the text that a decision answered.
  private func target(
    _ text: String,
    _ decider: Decider,
    from location: Location
  ) throws(OpenEnd) -> Location {
    guard StaticTarget.isLocation(text) else {
      throw failed(decider, .noLocation(text, by: decider.label))
    }
    do {
      return try Location(
        parsing: text,
        rules: rules.configuration.locationRules,
        relativeTo: location
      )
    } catch {
      throw failed(decider, RouterError(.badLocation, error.description))
    }
  }

  /// Goes to a target, or on when it is where the open already is.
  private func arrived(
    at target: Location,
    _ decider: Decider,
    state: RouteState
  ) throws(OpenEnd) -> Location? {
    var target = target
    if decider.keepsQuery {
      let own = Set(target.query.names)
      let kept = state.location.query.filter { !own.contains($0.name) }
      target = try overlay(kept.map { ($0.name, $0.value) }, on: target, decider)
    }
    guard target != state.location else {
      note(decider.kind, decider.label, decider.site, answer: "go on: already there")
      return nil
    }
    note(decider.kind, decider.label, decider.site, answer: "go to \(target)")
    return target
  }

  /// Takes one redirect into the chain.
  ///
  /// - Throws: `redirect_loop` before `redirect_limit`, each with the whole chain.
  func follow(_ next: Location) throws(OpenEnd) {
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
    _ decider: Decider
  ) throws(OpenEnd) -> Location {
    guard !items.isEmpty else { return location }
    do {
      return try location.with(
        query: LocationQuery(items.map { LocationQuery.Item($0.0, $0.1) }),
        rules: rules.configuration.locationRules
      )
    } catch {
      throw failed(decider, RouterError(.badLocation, error.description))
    }
  }

  /// Ends the open because of a decision.
  private func failed(_ decider: Decider, _ error: RouterError) -> OpenEnd {
    note(decider.kind, decider.label, decider.site, answer: "failed: \(error.message)")
    return .failed(error.located(at: decider.site))
  }
}
