extension RoutePattern {
  /// Matches the pattern against one location, regardless of its scheme's rules for other patterns.
  ///
  /// - Returns: `nil` if scheme, host or path do not match, or matching exceeds the budget of a
  ///   look-up.
  public func match(_ location: Location) -> RouteMatch? {
    var budget = MatchBudget()
    return match(location, within: &budget)
  }

  /// Matches the pattern against one location, regardless of its scheme's rules for other patterns.
  ///
  /// Returns `nil` if scheme, host or path do not match, or the budget runs out.
  package func match(
    _ location: Location,
    isCaseSensitive: Bool = true,
    within budget: inout MatchBudget
  ) -> RouteMatch? {
    guard scheme == nil || scheme == location.scheme else { return nil }
    return captures(of: location, host: host, isCaseSensitive: isCaseSensitive, within: &budget)
      .map { RouteMatch(self, location, $0, isCaseSensitive: isCaseSensitive) }
  }

  /// Typed parameters ignore case only where the spelling allows it.
  ///
  /// Returns `nil` if scheme, host or path do not match, or the budget runs out.
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
