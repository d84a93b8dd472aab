import RoutePatterns

/// One open on its way: parse, proxies, match, decisions, animator, leave, build, show.
final class OpenRun {
  let router: Router
  let rules: RouterRules
  let index: RouteIndex
  let text: String
  let options: OpenOptions
  let purpose: OpenPurpose
  let ticket: OpenTicket

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
  /// The route and match that the open is at.
  var route: RouteInfo?
  var match: RouteMatch?
  /// The screens that were asked whether they may go.
  var askedToLeave: Set<Screen.ID> = []

  /// Begins an open on the rules as they stand.
  init(router: Router, text: String, options: OpenOptions, ticket: OpenTicket) {
    self.router = router
    self.rules = router.rules
    self.index = router.rules.directory.index
    self.text = text
    self.options = options
    self.purpose = ticket.purpose
    self.ticket = ticket
    self.extra = options.extra
    if options.measuresSteps { measuredUpTo = router.clock.elapsed() }
  }

  /// Runs every step, and tries the substitutes when one fails.
  func run() async -> Outcome {
    do throws(OpenEnd) {
      return try await resolve(try parse(text))
    } catch {
      return await recover(from: error)
    }
  }

  /// Reads a text as a location.
  func parse(_ text: String) throws(OpenEnd) -> Location {
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

  /// Follows a location, and whatever decisions lead to, to its end.
  func resolve(_ first: Location) async throws(OpenEnd) -> Outcome {
    chain = [first]
    var next: Location? = first
    while let location = next {
      switch try await travel(location) {
      case .ended(let outcome): return outcome
      case .redirected(let target):
        try follow(target)
        next = target
      }
    }
    throw .cancelled
  }

  /// What comes of one location.
  enum Travel {
    case ended(Outcome)
    case redirected(Location)
  }

  /// Asks proxies, then every match in turn until one does not decline.
  private func travel(_ start: Location) async throws(OpenEnd) -> Travel {
    location = start
    if let next = try await askProxies(start) { return .redirected(next) }
    let location = location ?? start
    var declined = 0
    for match in index.table.matches(location) {
      let route = index.route(of: match)
      guard counts(route), let arrival = arrive(at: route, match: match, location: location)
      else { continue }
      try claimPlace(for: arrival)
      if let next = try await askGuards(of: arrival) { return .redirected(next) }
      if let outcome = try await end(at: arrival) { return .ended(outcome) }
      declined += 1
    }
    route = nil
    match = nil
    throw nothingFits(location, declined: declined)
  }

  /// Whether the open's tags let a route take part.
  private func counts(_ route: RouteInfo) -> Bool {
    options.tags.isEmpty || route.tags.contains { options.tags.contains($0) }
  }

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
      guards: rules.locationGuards.decisions(for: location, order: .rank),
      behaviour: behaviour
    )
  }

  /// Lets an open that leads to a screen take the place of older ones.
  func claimPlace(for arrival: Arrival? = nil) throws(OpenEnd) {
    ticket.isNavigation = purpose == .show && arrival?.behaviour.action == nil
    guard ticket.isNavigation else { return }
    if !router.underWay.claim(ticket) {
      ticket.cancel()
      throw .cancelled
    }
  }

  /// Does what the route is for.
  ///
  /// Answers `nil` when it declines.
  private func end(at arrival: Arrival) async throws(OpenEnd) -> Outcome? {
    let state = arrival.state
    switch (purpose, arrival.behaviour.action, arrival.behaviour.view) {
    case (.show, let action?, _), (.fetch, let action?, _):
      return try await run(action, state: state)
    case (.show, nil, let view?): return try await show(view, arrival: arrival)
    case (.build, _, let view?):
      return outcome(.opened, screen: try await build(view, state: state))
    case (.fetch, nil, _?):
      throw failed(.action, state.route, .noAction(state.route, location: state.location))
    case (.build, _?, nil):
      throw failed(.build, state.route, .noScreen(state.route, location: state.location))
    case (_, nil, nil):
      throw failed(.build, state.route, .noView(state.route, location: state.location))
    }
  }

  /// Runs an action.
  private func run(
    _ action: Handler<RouteState, ActionAnswer>,
    state: RouteState
  ) async throws(OpenEnd) -> Outcome? {
    let route = state.route
    switch try await perform(action, state, .action, of: route.label, at: route.site) {
    case .values(let values):
      note(.action, route.label, route.site, answer: "handled")
      return outcome(.handled, values: values)
    case .refused where purpose == .fetch:
      note(.action, route.label, route.site, answer: "handled")
      return outcome(.handled, values: [.bool(false)])
    case .refused, .declined:
      note(.action, route.label, route.site, answer: "declined")
      return nil
    }
  }

  /// Makes the state that a route's own handlers see.
  func state(of route: RouteInfo, match: RouteMatch, location: Location) -> RouteState {
    RouteState(
      of: route,
      match: match,
      location: location,
      extra: extra,
      redirectedFrom: chain.count > 1 ? chain.first : nil,
      source: options.source ?? router.stage.top?.id
    )
  }

  /// What to say when nothing fits, or everything that fits declined.
  private func nothingFits(_ location: Location, declined: Int) -> OpenEnd {
    guard declined == 0 else {
      return .notFound(
        RouterError(.notFound, "Every route that fits '\(location)' declined it.")
      )
    }
    let nearest = index.nearest(to: location)
    let hint = nearest.first.map { " The nearest route is '\($0)'." } ?? ""
    note(.match, answer: "nothing fits")
    return .notFound(
      RouterError(.notFound, "No route fits '\(location)'.\(hint)", nearest: nearest)
    )
  }
}

/// A match with everything that is asked about it.
struct Arrival {
  /// The state that the matched route's own handlers see.
  let state: RouteState

  /// The matched route and those above it, the root first, with their redirects.
  let branch: [(route: RouteInfo, redirects: [Route.Redirect])]

  /// The guards whose pattern fits, first to last.
  let guards: [DecisionTable.Match]

  /// What the matched route does.
  let behaviour: RouteBehaviour
}

extension RouterError {
  /// A fetch that came to something other than an action.
  fileprivate static func noAction(_ route: RouteInfo, location: Location) -> RouterError {
    RouterError(
      .notFound,
      "'\(location)' leads to the view of route '\(route.pattern.text)', and a fetch needs an"
        + " action. Open it instead.",
      at: route.site
    )
  }

  /// A build that came to an action.
  fileprivate static func noScreen(_ route: RouteInfo, location: Location) -> RouterError {
    RouterError(
      .noView,
      "'\(location)' leads to the action of route '\(route.pattern.text)', and a build needs a"
        + " view. Fetch it instead.",
      at: route.site
    )
  }

  /// A route that decides, lets the open through, and has nothing to show.
  fileprivate static func noView(_ route: RouteInfo, location: Location) -> RouterError {
    RouterError(
      .noView,
      "Route '\(route.pattern.text)' let '\(location)' through but has no view. Give it one, or"
        + " let it always lead elsewhere.",
      at: route.site
    )
  }
}
