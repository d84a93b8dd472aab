package import RoutePatterns

/// The decisions for one location, for tools.
extension RouterRules {
  /// The proxies with patterns that match a location, in calling order.
  ///
  /// - Throws: `match_limit` if the result may be incomplete; the location cannot be opened.
  func proxies(fitting location: Location) throws(RouterError) -> [DecisionTable.Match] {
    var steps = MatchBudget()
    let order: RouteTable.Order = directory.order == .last ? .last : .first
    return try proxies.decisions(for: location, order: order, within: &steps)
  }

  /// The guards with patterns that match a location of a route, in calling order.
  ///
  /// - Throws: `match_limit` if the result may be incomplete; the location cannot be opened.
  func guards(
    fitting location: Location,
    entering route: RouteInfo
  ) throws(RouterError) -> [DecisionTable.Match] {
    var steps = MatchBudget()
    return try locationGuards.decisions(for: location, entering: route, within: &steps)
  }

  /// The error of an open if looking up its route or its decisions takes too many steps.
  ///
  /// - Returns: `match_limit`, or `nil` if the search is complete.
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
