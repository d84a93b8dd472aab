/// An event with all events that its handlers emit, recursively.
final class EventChain {
  /// The computing time of the handlers of these events in nanoseconds.
  var computed: UInt64 = 0

  init() {}
}

/// One turn of delivery, with the computing time of its handlers.
struct EventTurn {
  private let clock: ComputingClock?
  private var start: UInt64

  /// The nanoseconds so far.
  private(set) var computed: UInt64 = 0

  /// With `nil`, the turn has no time limit.
  init(_ clock: ComputingClock?) {
    self.clock = clock
    start = clock?.now() ?? 0
  }

  /// Whether the rest must wait for a later turn.
  var isOver: Bool { clock.map { computed >= $0.turnLimit } ?? false }

  mutating func lap(_ chain: EventChain?) {
    guard let clock else { return }
    let time = clock.since(start)
    guard time > 0 else { return }
    computed += time
    chain?.computed += time
    start += time
  }
}
