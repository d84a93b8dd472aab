package import RoutePatterns

/// What may receive the events of a subscription in a form of its own: a function of a script.
///
/// An event that only one of them gets is shown as it was found; nothing is made of it that only
/// others would need.
package protocol EventReceiver: AnyObject {
  /// Whether it cannot receive now, as while a script runs.
  var isBusy: Bool { get }

  /// The nanoseconds that it has computed for the last event; 0 if that took no time to speak of.
  var computed: UInt64 { get }

  /// The pattern of the last event, as a route.
  var receivedRoute: RouteInfo? { get }

  /// Receives an event.
  ///
  /// It keeps the route as ``receivedRoute`` before it calls other code: its caller does not.
  ///
  /// - Parameters:
  ///   - route: The pattern of the subscription, as a route.
  ///   - path: The path of the location that was emitted, valid during the call.
  ///   - separator: The byte between its segments.
  ///   - captures: What the pattern captured of the path, valid during the call.
  ///   - rest: What there is beside the path, `nil` if that is nothing.
  /// - Returns: That it is done, or what remains to be done; `nil` if it is busy and did nothing.
  /// - Throws: Why the handler failed.
  func receive(
    _ route: RouteInfo,
    _ path: UnsafeBufferPointer<UInt8>,
    _ separator: UInt8,
    _ captures: UnsafeBufferPointer<RouteCapture>,
    _ rest: EventRest?
  ) throws -> Eventual<Void>?
}

/// What an event has beside a plain path.
package final class EventRest {
  /// The location that was emitted.
  package let location: Location

  /// What the emitter passed along.
  package let extra: Value

  init(_ location: Location, _ extra: Value) {
    self.location = location
    self.extra = extra
  }
}
