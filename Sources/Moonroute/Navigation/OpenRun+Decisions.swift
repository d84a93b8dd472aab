import RoutePatterns

extension OpenRun {
  /// What came of asking the proxies.
  enum Proxied {
    case proceed(Location)
    case redirected(Location)
  }

  /// Asks the proxies that fit, until one rewrites or leads elsewhere.
  func askProxies(_ location: Location) async throws(OpenEnd) -> Proxied {
    let order: RouteTable.Order = rules.directory.order == .last ? .last : .first
    for (proxy, route, match) in rules.proxies.decisions(for: location, order: order)
    where proxy.tags.isEmpty || proxy.tags.contains(where: options.tags.contains) {
      let state = state(of: route, leaf: route, match: match, location: location)
      switch try await ask(proxy.decision, state: state, site: proxy.site) {
      case .rewrite(let rewrite):
        if let extra = rewrite.extra { self.extra = extra }
        let rewritten = try overlay(rewrite.query, on: rewrite.location, site: proxy.site)
        note(.proxy, proxy.label, proxy.site, answer: "rewrite \(rewritten)")
        return .proceed(rewritten)
      case let decision:
        if let next = try settle(
          decision,
          .proxy,
          proxy.label,
          proxy.site,
          state: state,
          keepsQuery: false
        ) {
          return .redirected(next)
        }
      }
    }
    return .proceed(location)
  }

  /// Asks the guards of a branch from the root: those from outside, then the routes' own.
  ///
  /// - Returns: Where to go instead, or `nil` to go on.
  func askGuards(
    of leaf: RouteInfo,
    match: RouteMatch,
    location: Location
  ) async throws(OpenEnd) -> Location? {
    for (attached, route, match) in rules.locationGuards.decisions(for: location, order: .rank) {
      let state = state(of: route, leaf: leaf, match: match, location: location)
      if let next = try await ask(attached, state: state) { return next }
    }
    for route in leaf.branch {
      let state = state(of: route, leaf: leaf, match: match, location: location)
      if let name = route.name {
        for attached in rules.namedGuards[name] ?? [] {
          if let next = try await ask(attached, state: state) { return next }
        }
      }
      for redirect in rules.behaviour(of: route).redirects {
        let decision = try await ask(redirect, state: state, site: route.site)
        let keeps = route.keepsQuery
        if let next = try settle(
          decision,
          .redirect,
          route.label,
          route.site,
          state: state,
          keepsQuery: keeps
        ) {
          return next
        }
      }
    }
    return nil
  }

  /// Asks one guard from outside.
  private func ask(
    _ attached: AttachedDecision,
    state: RouteState
  ) async throws(OpenEnd) -> Location? {
    guard attached.tags.isEmpty || attached.tags.contains(where: options.tags.contains) else {
      return nil
    }
    let decision = try await ask(attached.decision, state: state, site: attached.site)
    return try settle(
      decision,
      .guard,
      attached.label,
      attached.site,
      state: state,
      keepsQuery: false
    )
  }

  /// Asks one decision.
  private func ask(
    _ redirect: Route.Redirect,
    state: RouteState,
    site: SourceSite?
  ) async throws(OpenEnd) -> Decision {
    switch redirect {
    case .decided(let handler): return try await perform(handler, state, at: site)
    case .fixed(let template): return .goTo(StaticTarget.text(template, params: state.params))
    }
  }

  /// Turns a decision into where to go, or `nil` to go on.
  private func settle(
    _ decision: Decision,
    _ kind: OutcomeStep.Kind,
    _ name: String,
    _ site: SourceSite?,
    state: RouteState,
    keepsQuery: Bool
  ) throws(OpenEnd) -> Location? {
    switch decision {
    case .proceed:
      note(kind, name, site, answer: "go on")
      return nil
    case .stop(let reason):
      note(kind, name, site, answer: reason.map { "stop: \($0)" } ?? "stop")
      throw .intercepted(reason: reason)
    case .rewrite:
      throw .failed(
        RouterError(.scriptError, "'\(name)' answered a rewrite; only proxies may.", at: site)
      )
    case .go(let target):
      return try arrived(at: target, kind, name, site, state: state, keepsQuery: keepsQuery)
    case .goTo(let text):
      let target = try target(text, name: name, site: site, from: state.location)
      return try arrived(at: target, kind, name, site, state: state, keepsQuery: keepsQuery)
    }
  }

  /// Reads the text that a decision answered.
  private func target(
    _ text: String,
    name: String,
    site: SourceSite?,
    from location: Location
  ) throws(OpenEnd) -> Location {
    guard StaticTarget.isLocation(text) else {
      throw .failed(
        RouterError(
          .badLocation,
          "'\(name)' answered '\(text)', which is no location. Start it with '/',"
            + " or use router.to(name).",
          at: site
        )
      )
    }
    do {
      return try Location(
        parsing: text,
        rules: rules.configuration.locationRules,
        relativeTo: location
      )
    } catch {
      throw .failed(RouterError(.badLocation, error.description, at: site))
    }
  }

  /// Goes to a target, or on when it is where the open already is.
  private func arrived(
    at target: Location,
    _ kind: OutcomeStep.Kind,
    _ name: String,
    _ site: SourceSite?,
    state: RouteState,
    keepsQuery: Bool
  ) throws(OpenEnd) -> Location? {
    let target = keepsQuery ? try keep(queryOf: state.location, on: target, site: site) : target
    guard target != state.location else {
      note(kind, name, site, answer: "go on: already there")
      return nil
    }
    note(kind, name, site, answer: "go to \(target)")
    return target
  }

  /// Takes one redirect into the chain.
  ///
  /// - Throws: `redirect_loop` before `redirect_limit`, each with the whole chain.
  func follow(_ next: Location, from location: Location) throws(OpenEnd) {
    let isLoop = chain.contains(next)
    chain.append(next)
    let way = chain.map(\.description).joined(separator: " → ")
    let site = steps.last?.site
    if isLoop {
      throw .failed(
        RouterError(
          .redirectLoop,
          "The redirects run in a circle: \(way). Let one of them go on.",
          at: site
        )
      )
    }
    let limit = rules.configuration.redirectLimit
    if chain.count - 1 > limit {
      throw .failed(
        RouterError(
          .redirectLimit,
          "More than \(limit) redirects: \(way). Shorten the way, or raise redirect_limit.",
          at: site
        )
      )
    }
  }

  /// A location with the query items of another laid under its own.
  private func keep(
    queryOf other: Location,
    on location: Location,
    site: SourceSite?
  ) throws(OpenEnd) -> Location {
    let own = Set(location.query.names)
    let kept = other.query.filter { !own.contains($0.name) }.map { ($0.name, $0.value) }
    return try overlay(kept, on: location, site: site)
  }

  /// A location with items laid over its query.
  private func overlay(
    _ items: [(String, String)],
    on location: Location,
    site: SourceSite?
  ) throws(OpenEnd) -> Location {
    guard !items.isEmpty else { return location }
    do {
      return try location.with(
        query: LocationQuery(items.map { LocationQuery.Item($0.0, $0.1) }),
        rules: rules.configuration.locationRules
      )
    } catch {
      throw .failed(RouterError(.badLocation, error.description, at: site))
    }
  }
}
