import RoutePatterns

/// A pattern of events with its subscriptions.
final class EventChannel: LayeredPatternItem {
  /// The pattern as a route, for the state that handlers see.
  private(set) var route: RouteInfo

  /// The pattern in tables.
  let entry: RouteTable.Entry

  /// Whether it stays without a listener: it was declared or has a name.
  var isDeclared = false

  /// Whether the last event of each location is kept.
  var isSticky = false

  /// Whether it was dropped.
  var isGone = false

  /// The subscriptions, in the order in which they began.
  private(set) var subscriptions: [EventSubscription] = []

  /// Makes an empty channel.
  init(_ pattern: RoutePattern, name: String?) {
    entry = RouteTable.Entry(pattern: pattern)
    route = Self.route(pattern, name: name)
  }

  var pattern: RoutePattern { entry.pattern }

  /// Gives it a name, unless it has one.
  func name(_ name: String) {
    if route.name == nil { route = Self.route(pattern, name: name) }
  }

  func add(_ subscription: EventSubscription) { subscriptions.append(subscription) }

  /// Drops the subscriptions that have ended.
  ///
  /// A handler's objects may do anything at their end, so none ends before the list is whole again.
  func sweep() {
    let before = subscriptions
    subscriptions = before.filter(\.isOpen)
  }

  /// Drops all subscriptions.
  func removeAll() {
    let before = subscriptions
    subscriptions = []
    _ = before
  }

  private static func route(_ pattern: RoutePattern, name: String?) -> RouteInfo {
    RouteInfo(
      id: 0,
      route: Route(path: pattern.text, name: name),
      pattern: pattern,
      parent: nil,
      parts: []
    )
  }
}
