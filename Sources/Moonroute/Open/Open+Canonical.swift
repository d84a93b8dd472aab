import RoutePatterns

extension Open {
  /// The state for the screen of a link: with the path, if the configuration shows links of the
  /// program as their paths.
  ///
  /// All decisions see the complete link. The link stays if another route matches the path, or if a
  /// guard of the link has a pattern that does not match the path: a later recheck of the screen
  /// would not call it.
  func shownState(_ state: RouteState) throws(OpenFailure) -> RouteState {
    let (link, configuration) = (state.location, rules.configuration)
    guard configuration.showsLinksAsPaths, link.scheme != nil, state.leaf === state.route,
      index.isInternal(link),
      let path = try? link.withoutOrigin(rules: configuration.locationRules),
      let (route, match) = index.match(path), route === state.route
    else { return state }
    if !rules.locationGuards.isEmpty {
      let kept = try guards(for: path, entering: route).map(\.decision.registration)
      let needed = try guards(for: link, entering: route).map(\.decision.registration)
      guard needed.allSatisfy({ guarding in kept.contains { $0 === guarding } }) else {
        return state
      }
    }
    return RouteState(
      of: route,
      match: match,
      location: path,
      extra: state.extra,
      redirectedFrom: state.redirectedFrom,
      dropped: state.dropped,
      source: state.source,
      lifetimeToken: state.lifetimeToken
    )
  }
}
