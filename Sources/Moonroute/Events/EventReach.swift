package import RoutePatterns

/// The receivers of an event.
public enum EventReach: String, CaseIterable, Sendable {
  /// The subscriptions of this application.
  case application
  /// The subscriptions of this application, and of the same application on the other hosts of its
  /// fleet.
  case fleet
}

/// The sender of an event that came over a fleet.
package struct EventSender: Sendable, Equatable {
  /// The name that the sender claims.
  package let host: String

  /// Whether an earlier delivery of the event did not end well.
  package let isRedelivered: Bool

  package init(_ host: String, isRedelivered: Bool = false) {
    (self.host, self.isRedelivered) = (host, isRedelivered)
  }
}

/// Takes the events that reach other hosts.
package struct EventOutlet {
  /// Sends an event; must return quickly.
  let send: (Location, Value) -> Void

  /// Called when ``EventStore/fleetPatterns`` may have changed.
  let note: () -> Void

  package init(send: @escaping (Location, Value) -> Void, note: @escaping () -> Void) {
    (self.send, self.note) = (send, note)
  }
}
