import RoutePatterns

/// A match with everything that is asked about it.
struct Arrival {
  /// The state that the matched route's own handlers see.
  let state: RouteState

  /// The matched route and those above it, the root first, with their redirects.
  let branch: [(route: RouteInfo, redirects: [Route.Redirect])]

  /// The guards whose pattern fits, first to last.
  let guards: [DecisionTable.Match]

  /// What the matched route does.
  let behaviour: RouteBehaviour
}
