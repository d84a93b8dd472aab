import Moonroute
import RoutePatterns

/// The events that were emitted, in order.
struct EmittedEvents {
  /// How many are kept; of more, the first are dropped.
  private static let limit = 10_000

  private(set) var all: [(location: Location, extra: Value)] = []

  /// Takes an event down.
  mutating func add(_ location: Location, _ extra: Value) {
    if all.count >= 2 * Self.limit { all.removeFirst(Self.limit) }
    all.append((location, extra))
  }
}
