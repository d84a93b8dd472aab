import RoutePatterns

/// One event with all it reaches, fixed when it was emitted.
struct EventBatch {
  /// Each subscription, with the event as its pattern sees it.
  var receivers: [(subscription: EventSubscription, event: Event)] = []

  /// Whether it tells of a handler that failed, so that a failure is not announced again.
  var isFailure = false

  /// Whether a script has to run.
  var entersScripts: Bool { receivers.contains { $0.subscription.entersScripts } }

  /// Whether it has to wait because a script runs.
  var isHeldUp: Bool { receivers.contains { $0.subscription.receiver?.isBusy ?? false } }
}

/// What is still to be delivered, first in first out.
struct EventQueue {
  private var batches: [EventBatch] = []
  private var head = 0

  /// Whether events are being delivered.
  var isDelivering = false

  /// How many events the turn has had.
  var turnCount = 0

  /// Whether somebody comes back to deliver the rest.
  var isAwaited = false

  /// The first, or `nil`.
  var first: EventBatch? { head < batches.count ? batches[head] : nil }

  /// Whether there is nothing to deliver.
  var isEmpty: Bool { head == batches.count }

  /// Whether nothing is under way and nothing is to be delivered.
  var isIdle: Bool { !isDelivering && isEmpty }

  /// Begins a turn with one event that is delivered at once.
  mutating func begin() {
    isDelivering = true
    turnCount = 1
  }

  /// Ends the delivery of that event.
  ///
  /// - Returns: Whether the turn is over; not if more was emitted.
  mutating func end() -> Bool {
    isDelivering = false
    guard isEmpty else { return false }
    turnCount = 0
    return true
  }

  /// Adds an event at the end.
  mutating func append(_ batch: EventBatch) { batches.append(batch) }

  /// Drops the first event.
  ///
  /// - Returns: What is not kept any more. It is to be released once the queue is not in use: what an
  ///   event holds may do anything at its end, and emit, too.
  mutating func removeFirst() -> [EventBatch] {
    head += 1
    guard head == batches.count || head > 1_000 else { return [] }
    let dropped = batches
    batches = head == dropped.count ? [] : Array(dropped[head...])
    head = 0
    return dropped
  }
}
