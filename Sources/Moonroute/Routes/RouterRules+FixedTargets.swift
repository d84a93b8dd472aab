package import RoutePatterns

/// A redirect that leads every open to the same place, its parameters filled in.
package struct FixedTarget {
  /// The place as its author wrote it.
  package let written: String
  /// The place for one location, or `nil` when it is none.
  package let location: Location?
}

extension RouterRules {
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
    proxies.decisions(for: location, order: .first).contains { $0.route.pattern.text != "/**" }
  }

  private func fixedTarget(
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
    let target = try? Location(
      parsing: StaticTarget.text(written, state: state),
      rules: configuration.locationRules,
      relativeTo: location
    )
    return FixedTarget(written: written, location: target)
  }
}
