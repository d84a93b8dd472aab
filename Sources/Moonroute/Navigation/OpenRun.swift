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
  /// The first location and every one that a decision led to.
  var chain: [Location] = []
  var extra: Value
  /// The route and match that the open is at.
  var route: RouteInfo?
  var match: RouteMatch?
  /// The error that a substitute is shown for.
  var substituted: OpenEnd?

  /// Begins an open on the rules as they stand.
  init(
    router: Router,
    text: String,
    options: OpenOptions,
    purpose: OpenPurpose,
    ticket: OpenTicket
  ) {
    self.router = router
    self.rules = router.rules
    self.index = router.rules.directory.index
    self.text = text
    self.options = options
    self.purpose = purpose
    self.ticket = ticket
    self.extra = options.extra
  }

  /// Runs every step, and tries the substitutes when one fails.
  func run() async -> Outcome {
    do throws(OpenEnd) {
      return try await resolve(try parse(text))
    } catch {
      return await recover(from: error)
    }
  }

  /// The outcome of an open that may not even begin.
  func refused(_ error: RouterError) -> Outcome { outcome(ended: .failed(error)) }

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
      throw .failed(RouterError(.badLocation, error.description))
    }
  }

  /// Follows a location, and whatever decisions lead to, to its end.
  func resolve(_ first: Location) async throws(OpenEnd) -> Outcome {
    chain = [first]
    var location = first
    while true {
      switch try await travel(location) {
      case .ended(let outcome): return outcome
      case .redirected(let next):
        try follow(next, from: location)
        location = next
      }
    }
  }

  /// What comes of one location.
  enum Travel {
    case ended(Outcome)
    case redirected(Location)
  }

  /// Asks proxies, then every match in turn until one does not decline.
  private func travel(_ start: Location) async throws(OpenEnd) -> Travel {
    var location = start
    switch try await askProxies(location) {
    case .proceed(let rewritten): location = rewritten
    case .redirected(let next): return .redirected(next)
    }
    for match in index.table.matches(location) {
      let route = index.route(of: match)
      guard counts(route) else { continue }
      self.route = route
      self.match = match
      note(.match, route.label, route.site, answer: route.pattern.text)
      if let next = try await askGuards(of: route, match: match, location: location) {
        return .redirected(next)
      }
      if let outcome = try await arrive(at: route, match: match, location: location) {
        return .ended(outcome)
      }
    }
    route = nil
    match = nil
    throw .notFound(notFoundError(location))
  }

  /// Whether the open's tags let a route take part.
  private func counts(_ route: RouteInfo) -> Bool {
    options.tags.isEmpty || route.tags.contains { options.tags.contains($0) }
  }

  /// Does what the route is for.
  ///
  /// Answers `nil` when it declines.
  private func arrive(
    at route: RouteInfo,
    match: RouteMatch,
    location: Location
  ) async throws(OpenEnd) -> Outcome? {
    let behaviour = rules.behaviour(of: route)
    let state = state(of: route, leaf: route, match: match, location: location)
    if let action = behaviour.action {
      return try await run(action, route: route, state: state)
    }
    if purpose == .fetch { return nil }
    guard let view = behaviour.view else {
      throw .failed(
        RouterError(
          .noView,
          "Route '\(route.pattern.text)' let '\(location)' through but has no view.",
          at: route.site
        )
      )
    }
    return try await show(view, behaviour: behaviour, state: state)
  }

  /// Runs an action.
  private func run(
    _ action: Handler<RouteState, ActionAnswer>,
    route: RouteInfo,
    state: RouteState
  ) async throws(OpenEnd) -> Outcome? {
    switch try await perform(action, state, at: route.site) {
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

  /// Makes the state that a route's handlers see.
  func state(
    of route: RouteInfo,
    leaf: RouteInfo,
    match: RouteMatch,
    location: Location
  ) -> RouteState {
    RouteState(
      route: route,
      leaf: leaf,
      match: match,
      location: location,
      extra: extra,
      redirectedFrom: chain.count > 1 ? chain.first : nil,
      source: options.source ?? router.stage.top?.id,
      memo: StateMemo()
    )
  }

  /// Takes down what happened.
  func note(
    _ kind: OutcomeStep.Kind,
    _ name: String? = nil,
    _ site: SourceSite? = nil,
    answer: String
  ) {
    steps.append(OutcomeStep(kind: kind, name: name, site: site, answer: answer))
  }

  /// What to say when nothing fits.
  private func notFoundError(_ location: Location) -> RouterError {
    let nearest = index.nearest(to: location)
    let hint = nearest.first.map { " The nearest route is '\($0)'." } ?? ""
    return RouterError(.notFound, "No route fits '\(location)'.\(hint)", nearest: nearest)
  }
}
