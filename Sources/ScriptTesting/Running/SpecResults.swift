import Synchronization

/// Results as they come in.
final class SpecResults: Sendable {
  private let results = Mutex<[SpecResult]>([])

  /// All results so far.
  var all: [SpecResult] { results.withLock { $0 } }

  /// Adds a result.
  func add(_ result: SpecResult) { results.withLock { $0.append(result) } }
}

/// The events that have not been reported yet.
final class SpecEvents: Sendable {
  private let events = Mutex<[SpecEvent]>([])

  /// Everything so far, in order.
  var all: [SpecEvent] { events.withLock { $0 } }

  /// Adds what happened.
  func add(_ event: SpecEvent) { events.withLock { $0.append(event) } }
}
