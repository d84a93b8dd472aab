import RoutePatterns

/// The position of an open among the decisions of a location.
struct DecisionCursor {
  /// The guards with patterns that match the location of the entered route.
  var guards: [DecisionTable.Match] = []

  /// The proxies or guards by pattern that are being called.
  var byPattern: [DecisionTable.Match] = []
  var position = 0

  /// The position in the branch, from the root, of the route whose own decisions are called next.
  var level = 0
  /// The guards by name and redirects of one route that are being called.
  var own: [PlannedDecision] = []
  var ownPosition = 0
  /// The state for them.
  var ownState: RouteState?

  /// The step after all decisions.
  var after = OpenStep.match

  /// The number of rechecks before the last round of calls; decisions from before a recheck are
  /// not valid.
  var recheckCount = 0
  /// The number of rounds because of rechecks.
  var roundCount = 0

  static let roundLimit = 8
}

extension Open {
  /// Whether the decisions of the guards are still valid, because no recheck began since.
  var guardsHold: Bool { deciding.recheckCount == router.inFlight.recheckCount }

  /// Calls all guards of a branch, from the root: attached guards first, then the routes' own
  /// redirects.
  func decide(about state: RouteState, then step: OpenStep) -> OpenNext {
    deciding.recheckCount = router.inFlight.recheckCount
    if deciding.guards.isEmpty, behaviour?.hasDecisions(with: rules.namedGuards) != true {
      return purpose == .check ? end(.done) : .go(step)
    }
    deciding.after = step
    deciding.byPattern = deciding.guards
    (deciding.position, deciding.level) = (0, 0)
    (deciding.own, deciding.ownPosition) = ([], 0)
    return .go(.decide(state))
  }

  /// Calls the guards again if a recheck began since the last calls.
  func settle(_ state: RouteState, then step: OpenStep) throws(OpenFailure) -> OpenNext {
    guard !guardsHold else { return .go(step) }
    guard !isCancelled else { throw .cancelled }
    guard deciding.roundCount < DecisionCursor.roundLimit else {
      throw failed(.guard, state.route, .alwaysRechecked("The guards of '\(state.route.label)'"))
    }
    deciding.roundCount += 1
    return decide(about: state, then: step)
  }

  func askNextGuard(about leaf: RouteState) throws(OpenFailure) -> OpenNext {
    if let found = nextByPattern() {
      let state = leaf.seen(by: found.route, match: found.match)
      return try ask(found.decision.planned, state)
    }
    while let behaviour {
      while deciding.ownPosition < deciding.own.count {
        let decision = deciding.own[deciding.ownPosition]
        deciding.ownPosition += 1
        guard counts(decision) else { continue }
        let route = behaviour.ancestor(at: deciding.level - 1).route
        let state = deciding.ownState ?? leaf.seen(by: route, match: leaf.match)
        deciding.ownState = state
        return try ask(decision, state)
      }
      guard deciding.level <= behaviour.depth else { break }
      deciding.own = behaviour.ancestor(at: deciding.level).decisions(with: rules.namedGuards)
      deciding.level += 1
      (deciding.ownPosition, deciding.ownState) = (0, nil)
    }
    return purpose == .check ? end(.done) : try settle(leaf, then: deciding.after)
  }

  /// The next proxy or guard by pattern that counts for the open.
  func nextByPattern() -> DecisionTable.Match? {
    while deciding.position < deciding.byPattern.count {
      let found = deciding.byPattern[deciding.position]
      deciding.position += 1
      if counts(found.decision.planned) { return found }
    }
    return nil
  }

  /// Returns `true` unless the open is restricted to other tags.
  private func counts(_ decision: PlannedDecision) -> Bool {
    options.tags.isEmpty || decision.tags.isEmpty || counts(decision.tags)
  }

  func counts(_ tags: [String]) -> Bool { tags.contains(where: options.tags.contains) }

  func ask(_ decision: PlannedDecision, _ state: RouteState) throws(OpenFailure) -> OpenNext {
    let asked = AskedHandler(decision)
    switch decision.decide {
    case .decided(let handler, _):
      return try ask(handler, state, as: asked) { open, answer, state, asked throws(OpenFailure) in
        try open.conclude(answer, asked, state)
      }
    case .fixed(let template):
      let rules = rules.configuration.locationRules
      if let problem = StaticTarget.problem(filling: template, state: state, rules: rules) {
        throw failed(asked, problem)
      }
      return try conclude(.open(StaticTarget.text(template, state: state)), asked, state)
    }
  }

  private func conclude(
    _ decision: Decision,
    _ asked: AskedHandler,
    _ state: RouteState
  ) throws(OpenFailure) -> OpenNext {
    switch decision.kind {
    case .proceed:
      note(asked, answer: "go on", decision: .goOn, at: state.location)
      return .go(step)
    case .stop(let reason):
      let words = reason.map { "stop: \($0)" } ?? "stop"
      note(asked, answer: words, decision: .stop(reason: reason), at: state.location)
      throw .intercepted(reason: reason)
    case .rewrite(let rewrite):
      guard asked.kind == .proxy else { throw failed(asked, .rewrite(by: asked.label)) }
      return try self.rewrite(rewrite, asked, from: state.location)
    case .open(.location(let location), let keepsQuery):
      return try redirect(to: location, keepsQuery: keepsQuery, asked, state)
    case .open(.text(let text), let keepsQuery):
      let target = try target(text, asked, from: state.location)
      return try redirect(to: target, keepsQuery: keepsQuery, asked, state)
    case .go(let target):
      let location: Location
      do throws(RouterError) {
        try rules.prepare(named: target.name)
        takeInNewRoutes()
        location = try index.location(of: target)
      } catch {
        throw failed(asked, error)
      }
      return try redirect(to: location, keepsQuery: false, asked, state)
    }
  }

  private func target(
    _ text: String,
    _ asked: AskedHandler,
    from location: Location
  ) throws(OpenFailure) -> Location {
    guard StaticTarget.isLocation(text) else {
      throw failed(asked, .noLocation(text, by: asked.label))
    }
    do {
      return try Location(
        parsing: text,
        rules: rules.configuration.locationRules,
        relativeTo: location
      )
    } catch {
      throw failed(asked, RouterError(.badLocation, error.description))
    }
  }

  /// Redirects to a target, or continues if the open is already there.
  private func redirect(
    to target: Location,
    keepsQuery: Bool,
    _ asked: AskedHandler,
    _ state: RouteState
  ) throws(OpenFailure) -> OpenNext {
    var target = target
    if keepsQuery || routeKeepsQuery(asked, state) {
      let own = Set(target.query.names)
      let kept = state.location.query.filter { !own.contains($0.name) }
      target = try overlay(kept.map { ($0.name, $0.value) }, on: target, asked)
    }
    guard target != state.location else {
      note(asked, answer: "go on: already there", decision: .goOn, at: state.location)
      return .go(step)
    }
    note(asked, answer: "go to \(target)", decision: .goTo(target), at: state.location)
    return try follow(target)
  }

  /// Whether the redirects of a route keep the query: the leaf if a pattern selects the decision.
  private func routeKeepsQuery(_ asked: AskedHandler, _ state: RouteState) -> Bool {
    let isByPattern = asked.kind != .redirect && StoreKey.isLocation(asked.label)
    return (isByPattern ? state.leaf : state.route).keepsQuery
  }

  func overlay(
    _ items: [(String, String)],
    on location: Location,
    _ asked: AskedHandler
  ) throws(OpenFailure) -> Location {
    guard !items.isEmpty else { return location }
    do {
      return try location.with(
        query: LocationQuery(items.map { LocationQuery.Item($0.0, $0.1) }),
        rules: rules.configuration.locationRules
      )
    } catch {
      throw failed(asked, RouterError(.badLocation, error.description))
    }
  }

  /// The redirect target of tabs: the root of the initial branch.
  func initialTab(of state: RouteState) throws(OpenFailure) -> Location? {
    let route = state.route
    guard let plan = route.shell, let tab = rules.route(named: plan.tabs[plan.initial]) else {
      return nil
    }
    let names = Set(tab.pattern.parameterNames)
    let params = state.match.params.filter { names.contains($0.key) }
    do {
      let target = try index.location(of: tab, params: params)
      note(.redirect, route.label, route.site, answer: "go to \(target)", decision: .goTo(target))
      return target
    } catch {
      throw failed(.redirect, route, error)
    }
  }
}

extension RouterError {
  /// Guards with a recheck during every call.
  static func alwaysRechecked(_ asked: String) -> RouterError {
    RouterError(
      .denied,
      "\(asked) were called again \(DecisionCursor.roundLimit) times, and a recheck began each"
        + " time. Call router.recheck() after a login or a logout, not in a guard."
    )
  }
}
