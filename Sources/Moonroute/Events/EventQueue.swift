import RoutePatterns

/// One event with all it reaches, fixed when it was emitted.
struct EventBatch {
  /// Each subscription, with the event as its pattern sees it.
  var receivers: [(subscription: EventSubscription, event: Event)] = []

  /// Whether it tells of a handler that failed, so that a failure is not announced again.
  var isFailure = false

  /// Whether a script has to run.
  var entersScripts: Bool { receivers.contains { $0.subscription.entersScripts } }
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

  /// Adds an event at the end.
  mutating func append(_ batch: EventBatch) { batches.append(batch) }

  /// Drops the first event.
  mutating func removeFirst() {
    head += 1
    guard head == batches.count || head > 1_000 else { return }
    batches.removeFirst(head)
    head = 0
  }
}
