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

  /// The name of the consumer that the event is delivered for; `nil` for an event without one.
  package let consumer: String?

  package init(_ host: String, isRedelivered: Bool = false, for consumer: String? = nil) {
    (self.host, self.isRedelivered, self.consumer) = (host, isRedelivered, consumer)
  }
}

/// How the events of a pattern are delivered.
package struct EventDeclaration: Sendable {
  /// Whether the last event of each location is kept.
  package var isSticky = false

  /// The receivers.
  package var reach = EventReach.application

  /// The consumer that the fleet keeps the events for, until one of its hosts has handled them.
  package var durable: String?

  package init(
    isSticky: Bool = false,
    reach: EventReach = .application,
    durable: String? = nil
  ) {
    (self.isSticky, self.reach, self.durable) = (isSticky, reach, durable)
  }

  /// Whether a text can name a consumer.
  package static func isConsumer(_ name: String) -> Bool {
    (1...64).contains(name.utf8.count)
      && name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
          true
        default: false
        }
      }
  }
}

/// The start of an event.
package enum EventStart {
  /// The event was posted, and this number of subscriptions receives it.
  case posted(Int)
  /// The function hands the event to the fleet, and returns when the fleet has stored it.
  case storing(@Sendable () async throws(RouterError) -> Void)
}

/// Notes when all handlers of an event have ended.
final class EventReceipt {
  private var openCount: Int
  private var hasFailed = false
  private var end: ((Bool) -> Void)?

  /// Calls a function once: with whether all handlers have ended well.
  init(_ count: Int, _ end: @escaping (Bool) -> Void) { (openCount, self.end) = (count, end) }

  func note(hasFailed: Bool) {
    openCount -= 1
    if hasFailed { self.hasFailed = true }
    guard openCount == 0 else { return }
    end?(!self.hasFailed)
    end = nil
  }

  deinit { end?(false) }
}

/// Takes the events that reach other hosts.
package struct EventOutlet: Sendable {
  /// Sends an event; must return quickly.
  let send: @Sendable (Location, Value) -> Void

  /// Sends a durable event, and returns when the fleet has stored it.
  let store: @Sendable (Location, Value) async throws(RouterError) -> Void

  /// Called when the patterns that reach the fleet may have changed.
  let note: @Sendable () -> Void

  package init(
    send: @escaping @Sendable (Location, Value) -> Void,
    store: @escaping @Sendable (Location, Value) async throws(RouterError) -> Void,
    note: @escaping @Sendable () -> Void
  ) {
    (self.send, self.store, self.note) = (send, store, note)
  }
}
