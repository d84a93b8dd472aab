public import RoutePatterns

/// An event as one of its subscriptions sees it.
///
/// A value: kept across a wait it never changes.
public struct Event: Sendable {
  /// The location with the subscription's pattern, in the form that handlers of routes get.
  package let state: RouteState

  /// Sees an event through a pattern.
  init(
    _ pattern: RouteInfo,
    match: RouteMatch,
    location: Location,
    extra: Value,
    lifetimeToken: (any LifetimeToken)? = nil
  ) {
    state = RouteState(
      of: pattern,
      match: match,
      location: location,
      extra: extra,
      redirectedFrom: nil,
      source: nil,
      lifetimeToken: lifetimeToken
    )
  }

  /// The location that was emitted.
  public var location: Location { state.location }

  /// The decoded path of the location.
  public var path: String { state.location.path }

  /// The subscription's pattern.
  public var pattern: RoutePattern { state.route.pattern }

  /// The name of the subscription's pattern, or `nil`.
  public var name: String? { state.route.name }

  /// The parts of the location that the pattern captured.
  public var match: RouteMatch { state.match }

  /// The parameters that the pattern captured.
  public var params: [String: ParameterValue] { state.params }

  /// The last value of each query name.
  public var query: [String: String] { state.query }

  /// The value that the emitter passed along.
  public var extra: Value { state.extra }
}
