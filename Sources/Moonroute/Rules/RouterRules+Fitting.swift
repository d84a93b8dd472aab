package import RoutePatterns

/// The decisions that are asked at one location, for tools.
extension RouterRules {
  /// The proxies whose patterns fit a location, first to last.
  ///
  /// - Throws: `match_limit` if some may be missing: the location cannot be opened.
  func proxies(fitting location: Location) throws(RouterError) -> [DecisionTable.Match] {
    var steps = MatchBudget()
    let order: RouteTable.Order = directory.order == .last ? .last : .first
    return try proxies.decisions(for: location, order: order, within: &steps)
  }

  /// The guards whose patterns fit a location of a route, first to last.
  ///
  /// - Throws: `match_limit` if some may be missing: the location cannot be opened.
  func guards(
    fitting location: Location,
    entering route: RouteInfo
  ) throws(RouterError) -> [DecisionTable.Match] {
    var steps = MatchBudget()
    return try locationGuards.decisions(for: location, entering: route, within: &steps)
  }

  /// The error of opening a location for which something takes too many steps to find: its route, or
  /// what decides about it.
  ///
  /// - Returns: `match_limit`, or `nil` if everything is found.
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
