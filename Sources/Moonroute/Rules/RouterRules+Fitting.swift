package import RoutePatterns

/// The decisions for one location, for tools.
extension RouterRules {
  /// In calling order; throws `match_limit` if the location cannot be opened.
  func proxies(fitting location: Location) throws(RouterError) -> [DecisionTable.Match] {
    var steps = MatchBudget()
    let order: RouteTable.Order = directory.order == .last ? .last : .first
    return try proxies.decisions(for: location, order: order, within: &steps)
  }

  /// The patterns of the proxies for some schemes, each as a route, in calling order.
  package func proxyRoutes(for schemes: Set<String>) -> [RouteInfo] {
    proxies.all(order: directory.order == .last ? .last : .first)
      .filter { $0.decision.scheme.map(schemes.contains) ?? true }
      .map(\.route)
  }

  /// In calling order; throws `match_limit` if the location cannot be opened.
  func guards(
    fitting location: Location,
    entering route: RouteInfo
  ) throws(RouterError) -> [DecisionTable.Match] {
    var steps = MatchBudget()
    return try locationGuards.decisions(for: location, entering: route, within: &steps)
  }

  /// `match_limit` if looking up the route or its decisions takes too many steps.
  package func matchLimit(at location: Location, of route: RouteInfo) -> RouterError? {
    var matches = directory.index.matches(location)
    while let found = matches.next(), found.route !== route {}
    if matches.isCutShort { return .matchLimit(location) }
    do throws(RouterError) {
      if try proxies(fitting: location).contains(where: \.decision.decision.isFixed) { return nil }
      _ = try guards(fitting: location, entering: route)
      return nil
    } catch {
      return error
    }
  }
}
