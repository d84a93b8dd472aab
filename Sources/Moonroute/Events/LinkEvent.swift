public import RoutePatterns

/// An event as one of its subscriptions receives it.
///
/// It is a value and never changes.
public struct LinkEvent: Sendable {
  /// The location with the subscription's pattern, in the form that route handlers receive.
  package let state: RouteState

  private let sender: EventSender?

  init(
    _ pattern: RouteInfo,
    match: RouteMatch,
    location: Location,
    extra: Value,
    lifetimeToken: (any LifetimeToken)? = nil,
    sender: EventSender? = nil
  ) {
    self.sender = sender
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

  /// The emitted location.
  public var location: Location { state.location }

  /// The decoded path of the location.
  public var path: String { state.location.path }

  /// The subscription's pattern.
  package var pattern: RoutePattern { state.route.pattern }

  /// The pattern with the names of the query items, for a log.
  package var withoutValues: String { pattern.text + location.query.namesText }

  /// The name of the subscription's pattern, or `nil`.
  public var name: String? { state.route.name }

  /// The parameters of the path and of the query; the former replace the latter.
  public var params: LinkParams { state.params }

  /// The last value of each query name.
  public var queryItems: [String: String] { state.queryItems }

  /// The payload from the emitter.
  public var extra: Value { state.extra }

  /// The name of the host that emitted it, or `nil` if it did not come over the fleet.
  ///
  /// Everybody who may send messages to the fleet can claim any name.
  public var origin: String? { sender?.host }

  /// Whether the fleet delivers it again if a handler fails.
  package var isDurable: Bool { sender?.consumer != nil }

  /// Whether an earlier delivery did not end well.
  public var isRedelivered: Bool { sender?.isRedelivered ?? false }
}
