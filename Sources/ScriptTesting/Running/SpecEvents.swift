import Synchronization

/// What happened, kept until its turn to be told.
final class SpecEvents: Sendable {
  private let events = Mutex<[SpecEvent]>([])

  /// Everything so far, in order.
  var all: [SpecEvent] { events.withLock { $0 } }

  /// Adds what happened.
  func add(_ event: SpecEvent) { events.withLock { $0.append(event) } }
}
