package import RoutePatterns

/// A redirect with a fixed target, with its parameters filled in.
package struct FixedTarget {
  package let written: String
  /// The target for one location, or `nil` if it is invalid.
  package let location: Location?
}

/// A proxy or attached guard with a fixed target.
package struct FixedDecision {
  /// The kind as text: `proxy` or `guard`.
  package let kind: String
  package let label: String
  package let site: SourceSite?
  package let route: RouteInfo

  fileprivate let redirect: LinkRoute.Redirect
}

extension RouterRules {
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

  /// The target of a fixed decision for a location, or `nil` if the decision does not apply there.
  package func target(of decision: FixedDecision, at location: Location) -> FixedTarget? {
    decision.route.pattern.match(location)
      .flatMap { fixedTarget(decision.redirect, of: decision.route, match: $0, at: location) }
  }

  package func fixedTargets(
    of route: RouteInfo,
    match: RouteMatch,
    at location: Location
  ) -> [FixedTarget] {
    (behaviour(of: route)?.redirects ?? [])
      .compactMap { fixedTarget($0, of: route, match: match, at: location) }
  }

  /// The target of a route that is certain without calling a function, or `nil`.
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

  /// Whether a proxy applies to a location, ignoring proxies for all locations.
  package func isProxied(_ location: Location) -> Bool {
    let fitting = try? proxies(fitting: location)
    return fitting?.contains { $0.route.pattern.text != "/**" } ?? false
  }

  func fixedTarget(
    _ redirect: LinkRoute.Redirect,
    of route: RouteInfo,
    match: RouteMatch,
    at location: Location
  ) -> FixedTarget? {
    guard case .fixed(let written) = redirect else { return nil }
    let state = RouteState(
      of: route,
      match: match,
      location: location,
      extra: .null,
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
