import RoutePatterns

final class EventChannel: LayeredPatternItem {
  /// The pattern as a route, for the state of handlers.
  private(set) var route: RouteInfo

  let entry: RouteTable.Entry

  /// Whether it is kept without subscriptions, because it was declared or has a name.
  var isDeclared = false

  /// Whether the last event of each location is kept.
  var isSticky = false

  /// The receivers of its events.
  var reach = EventReach.application

  /// The consumer for which the fleet keeps its events.
  var durable: String?

  /// Whether it takes events of the fleet for a consumer; `nil` means none.
  func takesFleet(for consumer: String?) -> Bool { reach == .fleet && durable == consumer }

  var isGone = false

  /// The subscriptions, in the order of their creation.
  private(set) var subscriptions: [EventSubscription] = []

  init(_ pattern: RoutePattern, name: String?) {
    entry = RouteTable.Entry(pattern: pattern)
    route = Self.route(pattern, name: name)
  }

  var pattern: RoutePattern { entry.pattern }

  func name(_ name: String) {
    if route.name == nil { route = Self.route(pattern, name: name) }
  }

  func add(_ subscription: EventSubscription) { subscriptions.append(subscription) }

  /// The deinitializers of a handler's objects may run arbitrary code, so they run after the list
  /// is complete.
  func sweep() {
    let before = subscriptions
    subscriptions = before.filter(\.isOpen)
    withExtendedLifetime(before) {}
  }

  func removeAll() {
    let before = subscriptions
    subscriptions = []
    withExtendedLifetime(before) {}
  }

  private static func route(_ pattern: RoutePattern, name: String?) -> RouteInfo {
    RouteInfo(
      id: 0,
      route: LinkRoute(path: pattern.text, name: name),
      pattern: pattern,
      parent: nil,
      parts: []
    )
  }
}
