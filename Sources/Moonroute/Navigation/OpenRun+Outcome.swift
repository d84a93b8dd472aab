import RoutePatterns

extension OpenRun {
  /// The outcome of an open that got somewhere.
  func outcome(
    _ status: Outcome.Status,
    animator: String? = nil,
    values: [Value] = [],
    screen: Screen? = nil
  ) -> Outcome {
    Outcome(
      status: status,
      text: text,
      location: chain.last,
      route: route,
      match: match,
      redirects: Array(chain.dropFirst()),
      animator: animator,
      reason: nil,
      error: nil,
      values: values,
      screen: screen,
      steps: steps
    )
  }

  /// The outcome of an open that did not.
  func outcome(ended end: OpenEnd) -> Outcome {
    var reason: String?
    if case .intercepted(let given) = end { reason = given }
    return Outcome(
      status: end.status,
      text: text,
      location: chain.last,
      route: route,
      match: match,
      redirects: Array(chain.dropFirst()),
      animator: nil,
      reason: reason,
      error: end.error,
      values: [],
      screen: nil,
      steps: steps
    )
  }

  /// The outcome of a substitute that is shown: it keeps the error it stands for.
  func fellBack(_ shown: Outcome) -> Outcome {
    Outcome(
      status: .fellBack,
      text: text,
      location: shown.location,
      route: shown.route,
      match: shown.match,
      redirects: shown.redirects,
      animator: shown.animator,
      reason: nil,
      error: substituted?.error,
      values: shown.values,
      screen: shown.screen,
      steps: shown.steps
    )
  }
}

extension Outcome {
  /// The same outcome with what happened after it.
  func adding(steps: [OutcomeStep]) -> Outcome {
    Outcome(
      status: status,
      text: text,
      location: location,
      route: route,
      match: match,
      redirects: redirects,
      animator: animator,
      reason: reason,
      error: error,
      values: values,
      screen: screen,
      steps: steps
    )
  }
}
