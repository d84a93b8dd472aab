import RoutePatterns

extension OpenRun {
  /// Takes down a match, and collects what its branch does before anything waits.
  ///
  /// - Returns: `nil` for a route that does not count any more.
  func arrive(at route: RouteInfo, match: RouteMatch, location: Location) -> Arrival? {
    guard route.isActive, let behaviour = rules.behaviour(of: route) else { return nil }
    self.route = route
    self.match = match
    note(.match, route.label, route.site, answer: route.pattern.text)
    return Arrival(
      state: state(of: route, match: match, location: location),
      branch: route.branch.map { ($0, rules.behaviour(of: $0)?.redirects ?? []) },
      guards: rules.locationGuards.decisions(for: location, entering: route),
      behaviour: behaviour
    )
  }

  /// Finds the open's place among others: a screen's takes that of older ones, an action's none.
  ///
  /// A route that only decides may lead to either: it can be cancelled, but cancels nothing.
  func findPlace(for arrival: Arrival) throws(OpenEnd) {
    ticket.isNavigation = purpose == .show && arrival.behaviour.action == nil
    if ticket.isNavigation, arrival.behaviour.view != nil { try takePlace() }
  }

  /// Takes the place of older opens that lead to a screen, unless a newer one has it.
  func takePlace() throws(OpenEnd) {
    ticket.isNavigation = true
    guard router.underWay.claim(ticket) else {
      ticket.cancel()
      throw .cancelled
    }
  }

  /// Does what the route is for.
  ///
  /// - Returns: `nil` when it declines.
  func end(at arrival: Arrival) async throws(OpenEnd) -> Travel? {
    let (state, location) = (arrival.state, arrival.state.location)
    switch (purpose, arrival.behaviour.action, arrival.behaviour.view) {
    case (.show, let action?, _), (.fetch, let action?, _):
      return try await run(action, state: state).map(Travel.ended)
    case (.show, nil, _?): return try await show(arrival)
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
  ) async throws(OpenEnd) -> Outcome? {
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
      keepsake: keepsake(location)
    )
  }

  /// What lives as long as a state: one of the program's open counts once decisions have led it.
  private func keepsake(_ location: Location) -> (any Keepsake)? {
    if let keep = options.keep { return keep(location, extra) }
    guard chain.count > 1 || isRewritten else { return nil }
    return router.keepLed?(location, extra)
  }
}
