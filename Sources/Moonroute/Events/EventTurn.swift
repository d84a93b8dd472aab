/// An event with the events that its handlers emit, and so on.
final class EventChain {
  /// The nanoseconds that the handlers of these events have computed.
  var computed: UInt64 = 0

  /// Begins a chain.
  init() {}
}

/// One turn of delivery: how long its handlers have computed, and whether that is enough for now.
struct EventTurn {
  private let clock: ComputingClock?
  private var start: UInt64

  /// The nanoseconds so far.
  private(set) var computed: UInt64 = 0

  /// Begins a turn.
  ///
  /// - Parameter clock: Measures it; `nil`: it never is too long.
  init(_ clock: ComputingClock?) {
    self.clock = clock
    start = clock?.now() ?? 0
  }

  /// Whether the rest is for a later turn.
  var isOver: Bool { clock.map { computed >= $0.turnLimit } ?? false }

  /// Records the time that a handler has computed.
  mutating func lap(_ chain: EventChain?) {
    guard let clock else { return }
    let time = clock.since(start)
    guard time > 0 else { return }
    computed += time
    chain?.computed += time
    start += time
  }
}
