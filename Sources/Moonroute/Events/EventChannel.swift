import RoutePatterns

/// A pattern of events, with those who listen to it.
final class EventChannel: PatternShelfItem {
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

  /// Those who listen, in the order in which they began.
  private(set) var subscriptions: [EventSubscription] = []

  /// Makes a channel nobody listens to.
  init(_ pattern: RoutePattern, name: String?) {
    entry = RouteTable.Entry(pattern: pattern)
    route = Self.route(pattern, name: name)
  }

  /// The pattern.
  var pattern: RoutePattern { entry.pattern }

  /// Gives it a name, unless it has one.
  func name(_ name: String) {
    if route.name == nil { route = Self.route(pattern, name: name) }
  }

  /// Adds one who listens.
  func add(_ subscription: EventSubscription) { subscriptions.append(subscription) }

  /// Drops those who do not listen any more.
  func sweep() { subscriptions.removeAll { !$0.isOpen } }

  /// Drops everybody.
  func removeAll() { subscriptions = [] }

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
