import RoutePatterns

struct EventReceiver {
  let subscription: EventSubscription
  let event: LinkEvent
  var receipt: EventReceipt?
}

/// One event with its receivers, which are fixed at emission.
struct EventBatch {
  var receivers: [EventReceiver] = []

  /// Whether it reports a failed handler, so that another failure is not announced again.
  var isFailure = false

  /// The chain of events, if it was emitted during another event's delivery.
  var chain: EventChain?

  var entersScripts: Bool { receivers.contains { $0.subscription.entersScripts } }

  func dropping(_ count: Int) -> EventBatch {
    var rest = self
    rest.receivers.removeFirst(count)
    return rest
  }

  /// Whether it must wait because a script is running.
  var isHeldUp: Bool { receivers.contains { $0.subscription.isHeldUp } }
}

/// The queue of undelivered events, first in, first out.
final class EventQueue {
  private var batches: [EventBatch] = []
  private var head = 0

  /// The number of events that were ever added, and of those delivered.
  private(set) var addedCount: UInt64 = 0
  private(set) var deliveredCount: UInt64 = 0

  /// The number of comparisons that sorted receivers, for tests.
  var comparisonCount = 0

  private(set) var receiverCount = 0

  /// The chain of the event in delivery, once a handler emits another event.
  var chain: EventChain?

  /// The computing time of the last turn's handlers in nanoseconds.
  var lastComputed: UInt64 = 0

  var isDelivering = false

  var turnCount = 0

  var isAwaited = false

  var first: EventBatch? { head < batches.count ? batches[head] : nil }

  var isEmpty: Bool { head == batches.count }

  func append(_ batch: EventBatch) {
    var batches = takeBatches()
    batches.append(batch)
    self.batches = batches
    addedCount += 1
    receiverCount += batch.receivers.count
  }

  /// The caller must hold the event, because its deinitialization may run arbitrary code and emit
  /// events.
  func removeFirst() {
    var batches = takeBatches()
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
    self.batches = batches
  }

  func putBack(_ rest: EventBatch) {
    var rest = rest
    rest.chain = chain
    chain = nil
    receiverCount += rest.receivers.count
    var batches = takeBatches()
    if head > 0 {
      head -= 1
      batches[head] = rest
    } else {
      batches.insert(rest, at: 0)
    }
    self.batches = batches
  }

  /// Takes the batches out, to change them and put them back.
  ///
  /// This copies nothing, and needs no check of exclusive access.
  private func takeBatches() -> [EventBatch] {
    defer { batches = [] }
    return batches
  }

  func endFirst() {
    deliveredCount += 1
    chain = nil
  }

  /// The chain for a newly emitted event: the chain of the event in delivery, if any.
  func chainOfNext() -> EventChain? {
    guard isDelivering else { return nil }
    let chain = chain ?? EventChain()
    self.chain = chain
    return chain
  }
}
