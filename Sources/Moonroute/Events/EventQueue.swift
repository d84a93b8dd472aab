import RoutePatterns

/// A subscription, with an event as its pattern sees it.
struct EventReceiver {
  let subscription: EventSubscription
  let event: Event
}

/// One event with all it reaches, fixed when it was emitted.
struct EventBatch {
  /// The subscriptions that it reaches, in their order.
  var receivers: [EventReceiver] = []

  /// Whether it tells of a handler that failed, so that a failure is not announced again.
  var isFailure = false

  /// The chain that it belongs to, if it was emitted while another was delivered.
  var chain: EventChain?

  /// Whether a script has to run.
  var entersScripts: Bool { receivers.contains { $0.subscription.entersScripts } }

  /// The event without the receivers that have it.
  func dropping(_ count: Int) -> EventBatch {
    var rest = self
    rest.receivers.removeFirst(count)
    return rest
  }

  /// Whether it has to wait because a script runs.
  var isHeldUp: Bool { receivers.contains { $0.subscription.isHeldUp } }
}

/// The events that are still to be delivered, first in first out.
struct EventQueue {
  private var batches: [EventBatch] = []
  private var head = 0

  /// How many events were ever added, and how many have been delivered.
  private(set) var addedCount: UInt64 = 0
  private(set) var deliveredCount: UInt64 = 0

  /// How often receivers were compared to put them in order, for tests.
  var comparisonCount = 0

  private(set) var receiverCount = 0

  /// The chain of the event that is being delivered, once it is answered by another.
  var chain: EventChain?

  /// The nanoseconds that the handlers of the last turn have computed.
  var lastComputed: UInt64 = 0

  var isDelivering = false

  /// How many events the turn has had.
  var turnCount = 0

  /// Whether the delivery of the rest is scheduled.
  var isAwaited = false

  /// The first, or `nil`.
  var first: EventBatch? { head < batches.count ? batches[head] : nil }

  /// Whether there is nothing to deliver.
  var isEmpty: Bool { head == batches.count }

  /// Adds an event at the end.
  mutating func append(_ batch: EventBatch) {
    batches.append(batch)
    addedCount += 1
    receiverCount += batch.receivers.count
  }

  /// Takes the first event to deliver it.
  ///
  /// The caller holds it: what an event holds may do anything at its end, and emit, too.
  mutating func removeFirst() {
    receiverCount -= batches[head].receivers.count
    batches[head] = EventBatch()
    head += 1
    if head == batches.count {
      batches.removeAll(keepingCapacity: head <= 1_000)
      head = 0
    } else if head > 1_000 {
      batches.removeFirst(head)
      head = 0
    }
  }

  /// Puts the event back that was taken: some of its receivers have not had it.
  mutating func putBack(_ rest: EventBatch) {
    var rest = rest
    rest.chain = chain
    chain = nil
    receiverCount += rest.receivers.count
    guard head > 0 else { return batches.insert(rest, at: 0) }
    head -= 1
    batches[head] = rest
  }

  /// Notes that the event that was taken has been delivered.
  mutating func endFirst() {
    deliveredCount += 1
    chain = nil
  }

  /// The chain of an event that is emitted now: that of the one being delivered, if any.
  mutating func chainOfNext() -> EventChain? {
    guard isDelivering else { return nil }
    let chain = chain ?? EventChain()
    self.chain = chain
    return chain
  }
}
