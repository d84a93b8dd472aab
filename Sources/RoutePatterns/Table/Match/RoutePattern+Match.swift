extension RoutePattern {
  /// Fits the pattern to one location, whatever its scheme allows other patterns.
  ///
  /// - Returns: `nil` if scheme, host or path do not fit, or finding out takes more steps than one
  ///   look-up has.
  public func match(_ location: Location) -> RouteMatch? {
    var budget = MatchBudget()
    return match(location, within: &budget)
  }

  /// Fits the pattern to one location, whatever its scheme allows other patterns.
  ///
  /// - Parameters:
  ///   - location: The location.
  ///   - isCaseSensitive: Whether literal text must have the same case. Default: it must.
  ///   - budget: What is left to the look-up.
  /// - Returns: `nil` if scheme, host or path do not fit, or the budget does not suffice.
  package func match(
    _ location: Location,
    isCaseSensitive: Bool = true,
    within budget: inout MatchBudget
  ) -> RouteMatch? {
    guard scheme == nil || scheme == location.scheme else { return nil }
    return captures(of: location, host: host, isCaseSensitive: isCaseSensitive, within: &budget)
      .map { RouteMatch(self, location, $0, isCaseSensitive: isCaseSensitive) }
  }

  /// Fits the pattern in any case, its typed parameters too where the spelling allows it.
  ///
  /// - Returns: `nil` if scheme, host or path do not fit, or the budget does not suffice.
  package func match(
    loosely spelling: LocationSpelling,
    within budget: inout MatchBudget
  ) -> RouteMatch? {
    let location = spelling.location
    guard scheme == nil || scheme == location.scheme,
      host.map({ location.withHost($0.matches) }) ?? true
    else { return nil }
    let captures = location.withPathKey { path in
      PatternMatcher.matchLoosely(
        shape,
        path,
        separator: location.separator,
        looseStarts: spelling.looseStarts,
        &budget
      )
    }
    return captures.map { RouteMatch(self, location, $0, isCaseSensitive: false) }
  }
}
