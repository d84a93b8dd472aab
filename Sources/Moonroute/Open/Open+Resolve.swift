import RoutePatterns

extension Open {
  func parse(_ text: String) throws(OpenFailure) -> Location {
    do {
      let isAbsolute = text.utf8.first == UInt8(ascii: "/")
      let location = try Location(
        parsing: text,
        rules: rules.configuration.locationRules,
        relativeTo: isAbsolute ? nil : trail.chain.last ?? router.stage.topLocation
      )
      note(.parse, answer: location.description, at: location)
      return location
    } catch {
      throw failed(.parse, nil, RouterError(.badLocation, error.description))
    }
  }

  func resolve(_ requested: Location) throws(OpenFailure) -> OpenNext {
    let first = try dropping(from: requested)
    trail.begin(with: first)
    trail.location = first
    return .go(.proxies)
  }

  /// Drops the items of the query that the configuration names; later items replace earlier ones.
  private func dropping(from location: Location) throws(OpenFailure) -> Location {
    let names = rules.configuration.droppedQuery
    guard !names.isEmpty, !location.query.isEmpty else { return location }
    var dropped: [String: [String]] = [:]
    let kept = location.query.filter { item in
      guard names.contains(item.name), !ReservedQuery.names.contains(item.name) else {
        return true
      }
      dropped[item.name, default: []].append(item.value)
      return false
    }
    guard !dropped.isEmpty else { return location }
    trail.dropped = trail.dropped.merging(dropped) { $1 }
    note(.drop, answer: dropped.keys.sorted().joined(separator: ", "), at: location)
    do {
      return try location.replacingQuery(
        with: LocationQuery(kept),
        rules: rules.configuration.locationRules
      )
    } catch {
      throw failed(.drop, nil, RouterError(.badLocation, error.description))
    }
  }

  /// Follows a redirect; fails with `redirect_loop` or otherwise `redirect_limit`, each with the
  /// whole chain.
  func follow(_ target: Location) throws(OpenFailure) -> OpenNext {
    guard purpose.isOpen else { return end(.led(target)) }
    let next = try dropping(from: target)
    let isLoop = trail.chain.contains(next)
    trail = trail.appending(next)
    let limit = max(1, rules.configuration.redirectLimit)
    guard isLoop || trail.chain.count - 1 > limit else {
      trail.location = next
      return .go(.proxies)
    }
    let last = steps.last
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

  func lookUpProxies() throws(OpenFailure) -> OpenNext {
    guard !rules.proxies.isEmpty, let start = trail.location else { return try beginMatching() }
    let order: RouteTable.Order = rules.directory.order == .last ? .last : .first
    let proxies: [DecisionTable.Match]
    do throws(RouterError) {
      proxies = try lookUp { steps throws(RouterError) in
        try rules.proxies.decisions(for: start, order: order, within: &steps)
      }
    } catch {
      throw failed(.proxy, nil, error)
    }
    (deciding.byPattern, deciding.position) = (proxies, 0)
    return .go(.proxy)
  }

  /// Calls the next matching proxy, until one rewrites or redirects.
  func askNextProxy() throws(OpenFailure) -> OpenNext {
    guard let start = trail.location, let proxy = nextByPattern() else {
      return try beginMatching()
    }
    return try ask(
      proxy.decision.planned,
      state(of: proxy.route, match: proxy.match, location: start)
    )
  }

  func rewrite(
    _ rewrite: Rewrite,
    _ asked: AskedHandler,
    from start: Location
  ) throws(OpenFailure) -> OpenNext {
    if let extra = rewrite.extra { self.extra = extra }
    let rewritten = try overlay(rewrite.query, on: rewrite.location, asked)
    trail.isRewritten = true
    note(asked, answer: "rewrite \(rewritten)", decision: .rewrite(rewritten), at: start)
    trail.location = try dropping(from: rewritten)
    return try beginMatching()
  }

  func beginMatching() throws(OpenFailure) -> OpenNext {
    guard let location = trail.location else { return .ended }
    do throws(RouterError) {
      try rules.prepare(for: location)
    } catch {
      throw failed(.match, nil, error)
    }
    takeInNewRoutes()
    matches = index.matches(location)
    declinedCount = 0
    return .go(.match)
  }

  /// Tries the next match of the location after the proxies.
  func tryNextMatch() throws(OpenFailure) -> OpenNext {
    guard let location = trail.location else { return .ended }
    while let (route, match) = matches?.next() {
      guard options.tags.isEmpty || counts(route.tags),
        let state = try enter(route, match: match, at: location)
      else { continue }
      if let problem = route.queryProblem(of: state.location) {
        throw failed(.match, route, problem.ofLink)
      }
      try findPlace()
      return decide(about: state, then: .arrive(state))
    }
    (route, match) = (nil, nil)
    if matches?.isCutShort == true { throw failed(.match, nil, .matchLimit(location)) }
    guard declinedCount == 0 else { throw .notFound(.allDeclined(location)) }
    note(.match, answer: "no route matches")
    throw .notFound(index.notFound(location))
  }

  /// Enters a route and looks up its guards by pattern before any wait; returns `nil` if the route
  /// was removed.
  func enter(
    _ route: RouteInfo,
    match: RouteMatch,
    at location: Location
  ) throws(OpenFailure) -> RouteState? {
    guard route.isActive, let behaviour = rules.behaviour(of: route) else { return nil }
    (self.route, self.match, self.behaviour) = (route, match, behaviour)
    note(.match, route.label, route.site, answer: route.pattern.text)
    let restored = trail.restoring(location, for: route, rules.configuration.locationRules)
    let state = state(of: route, match: match, location: restored)
    if !rules.locationGuards.isEmpty {
      deciding.guards = try guards(for: location, entering: route)
    }
    return state
  }

  /// The guards with a pattern that matches the location of an entered route, in calling order.
  func guards(
    for location: Location,
    entering route: RouteInfo
  ) throws(OpenFailure) -> [DecisionTable.Match] {
    do throws(RouterError) {
      return try lookUp { steps throws(RouterError) in
        try rules.locationGuards.decisions(for: location, entering: route, within: &steps)
      }
    } catch {
      throw failed(.guard, route, error)
    }
  }

  /// Runs one of the look-ups that share the steps of the chain.
  private func lookUp(
    _ body: (inout MatchBudget) throws(RouterError) -> [DecisionTable.Match]
  ) throws(RouterError) -> [DecisionTable.Match] {
    var steps = trail.steps
    defer { trail.steps = steps }
    return try steps.share(body)
  }

  /// Makes the state for a route's own handlers.
  func state(of route: RouteInfo, match: RouteMatch, location: Location) -> RouteState {
    RouteState(
      of: route,
      match: match,
      location: location,
      extra: extra,
      redirectedFrom: trail.redirectedFrom,
      dropped: trail.dropped(for: route),
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
  private func findPlace() throws(OpenFailure) {
    let isNavigation = purpose == .show && behaviour?.action == nil
    if isNavigation, behaviour?.view != nil { return try takePlace() }
    if queueing.isNavigation != isNavigation { queueing.isNavigation = isNavigation }
  }

  /// Replaces older opens that show a screen, or fails if a newer one exists.
  func takePlace() throws(OpenFailure) {
    queueing.isNavigation = true
    guard router.inFlight.claim(self) else {
      cancel()
      throw .cancelled
    }
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
}
