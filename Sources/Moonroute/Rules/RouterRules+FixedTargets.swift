package import RoutePatterns

/// A redirect that leads every open to the same place, its parameters filled in.
package struct FixedTarget {
  /// The place as its author wrote it.
  package let written: String
  /// The place for one location, or `nil` when it is none.
  package let location: Location?
}

/// A proxy, or a guard attached from outside, that leads every open to the same place.
package struct FixedDecision {
  /// The kind in words: `proxy` or `guard`.
  package let kind: String
  /// The pattern or name it is attached to, as written.
  package let label: String
  /// Where it is written.
  package let site: SourceSite?
  /// The pattern whose locations it is asked for.
  package let route: RouteInfo

  fileprivate let redirect: Route.Redirect
}

extension RouterRules {
  /// The proxies and the guards from outside that do not ask a function.
  package var fixedDecisions: [FixedDecision] {
    let proxied = proxies.fixed.map { ("proxy", $0.decision, $0.route) }
    let guarded = locationGuards.fixed.map { ("guard", $0.decision, $0.route) }
    let named = namedGuards.fixed.compactMap { decision in
      route(named: decision.label).map { ("guard", decision, $0) }
    }
    return (proxied + guarded + named)
      .map { kind, decision, route in
        FixedDecision(
          kind: kind,
          label: decision.label,
          site: decision.site,
          route: route,
          redirect: decision.decision
        )
      }
  }

  /// Where a fixed decision leads from a location, or `nil` when it is not asked there.
  package func target(of decision: FixedDecision, at location: Location) -> FixedTarget? {
    decision.route.pattern.match(location)
      .flatMap { fixedTarget(decision.redirect, of: decision.route, match: $0, at: location) }
  }

  /// Where the fixed redirects of a route lead from a location.
  package func fixedTargets(
    of route: RouteInfo,
    match: RouteMatch,
    at location: Location
  ) -> [FixedTarget] {
    (behaviour(of: route)?.redirects ?? [])
      .compactMap { fixedTarget($0, of: route, match: match, at: location) }
  }

  /// Where a route leads from a location before anything else is asked, or `nil` when that is not
  /// known without asking.
  package func certainTarget(
    of route: RouteInfo,
    match: RouteMatch,
    at location: Location
  ) -> Location? {
    for place in route.branch {
      guard let redirect = behaviour(of: place)?.redirects.first else { continue }
      let target = fixedTarget(redirect, of: place, match: match, at: location)?.location
      return target == location ? nil : target
    }
    return nil
  }

  /// Whether a proxy looks at a location; one that looks at all of them does not count.
  package func isProxied(_ location: Location) -> Bool {
    let fitting = try? proxies(fitting: location)
    return fitting?.contains { $0.route.pattern.text != "/**" } ?? false
  }

  func fixedTarget(
    _ redirect: Route.Redirect,
    of route: RouteInfo,
    match: RouteMatch,
    at location: Location
  ) -> FixedTarget? {
    guard case .fixed(let written) = redirect else { return nil }
    let state = RouteState(
      of: route,
      match: match,
      location: location,
      extra: .none,
      redirectedFrom: nil,
      source: nil
    )
    let rules = configuration.locationRules
    guard StaticTarget.isLocation(written),
      StaticTarget.problem(filling: written, state: state, rules: rules) == nil
    else {
      return FixedTarget(written: written, location: nil)
    }
    let target = try? Location(
      parsing: StaticTarget.text(written, state: state),
      rules: rules,
      relativeTo: location
    )
    return FixedTarget(written: written, location: target)
  }
}
