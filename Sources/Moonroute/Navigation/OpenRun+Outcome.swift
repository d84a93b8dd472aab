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
      location: location,
      route: route,
      match: match,
      redirects: Array((chainBefore + chain).dropFirst()),
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
    var outcome = outcome(end.status)
    outcome.error = end.error
    if case .intercepted(let reason) = end { outcome.reason = reason }
    return outcome
  }
}
