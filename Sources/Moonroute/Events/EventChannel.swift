import RoutePatterns

/// A pattern of events with its subscriptions.
final class EventChannel: LayeredPatternItem {
  /// The pattern as a route, for the state that handlers see.
  // Read or written in one step.
  @exclusivity(unchecked) private(set) var route: RouteInfo {
    didSet { routeReference = .passUnretained(route) }
  }

  /// The same, kept by ``route``.
  // Read or written in one step.
  @exclusivity(unchecked) private var routeReference: Unmanaged<RouteInfo>

  /// The pattern in tables.
  let entry: RouteTable.Entry

  /// Whether it stays without a listener: it was declared or has a name.
  var isDeclared = false

  /// Whether the last event of each location is kept.
  // Read or written in one step.
  @exclusivity(unchecked) var isSticky = false

  /// Whether it was dropped.
  // Read or written in one step.
  @exclusivity(unchecked) var isGone = false

  private let captureCount: Int

  /// Whether all that the pattern captures lies in the path, one segment or less each.
  private let isPlain: Bool

  /// The subscriptions, in the order in which they began.
  // Read and written in one step each; no other code is called meanwhile.
  @exclusivity(unchecked) private(set) var subscriptions: [EventSubscription] = [] {
    didSet {
      let isSingle = isPlain && subscriptions.count == 1 && !subscriptions[0].isOnce
      single = isSingle ? Unmanaged.passUnretained(subscriptions[0]) : nil
    }
  }

  /// The only one there is, if the pattern is plain and it takes more than one event; kept by
  /// ``subscriptions``.
  // Read or written in one step.
  @exclusivity(unchecked) private var single: Unmanaged<EventSubscription>?

  /// Makes an empty channel.
  init(_ pattern: RoutePattern, name: String?) {
    entry = RouteTable.Entry(pattern: pattern)
    captureCount = pattern.slots.count
    isPlain =
      pattern.host?.parameters.isEmpty ?? true && !pattern.slots.contains { $0.type == .list }
    route = Self.route(pattern, name: name)
    routeReference = .passUnretained(route)
  }

  /// The pattern.
  var pattern: RoutePattern { entry.pattern }

  /// Gives it a name, unless it has one.
  func name(_ name: String) {
    if route.name == nil { route = Self.route(pattern, name: name) }
  }

  /// Adds a subscription.
  func add(_ subscription: EventSubscription) { subscriptions.append(subscription) }

  /// The single subscriber, with the number of the pattern's values, if the event can be shown as
  /// it was found.
  ///
  /// The route is there until the receiver is called, which keeps it.
  @inline(__always)
  var singleSubscriber:
    (receiver: any EventReceiver, route: Unmanaged<RouteInfo>, captureCount: Int)?
  {
    guard !isSticky, let single,
      let receiver = single._withUnsafeGuaranteedRef({ $0.isOpen ? $0.receiver : nil })
    else { return nil }
    return (receiver, routeReference, captureCount)
  }

  /// Drops the subscriptions that have ended.
  ///
  /// What a handler holds may do anything at its end, so none ends before the list is whole again.
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
