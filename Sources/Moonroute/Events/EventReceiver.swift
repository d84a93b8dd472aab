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

  /// Receives an event.
  ///
  /// - Parameters:
  ///   - route: The pattern of the subscription, as a route.
  ///   - location: The location that was emitted.
  ///   - captures: What the pattern captured of its path, valid during the call.
  ///   - extra: What the emitter passed along.
  /// - Returns: Nothing, or what remains to be done.
  /// - Throws: Why the handler failed.
  func receive(
    _ route: RouteInfo,
    _ location: Location,
    _ captures: UnsafeBufferPointer<RouteCapture>,
    _ extra: Value
  ) throws -> Eventual<Void>
}
