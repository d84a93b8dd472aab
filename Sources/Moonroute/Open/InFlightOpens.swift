/// Opens that are under way at the same time.
final class InFlightOpens {
  /// The opens by number, those that wait for their turn included.
  private var requests: [UInt64: OpenRequest] = [:]

  /// The opens that wait for their turn, first come first served.
  private var queue: [(request: OpenRequest, continuation: OneShotContinuation<Void>)] = []

  /// The handler that each open asks, if handlers are noted.
  private(set) var occasions: [UInt64: HandlerOccasion] = [:]

  /// The newest open that leads to a screen.
  private var newest: OpenRequest?

  private var lastID: UInt64 = 0

  /// How many rechecks have begun: what guards answered before one no longer counts.
  private(set) var recheckCount = 0

  /// How many of them were fresh starts.
  private(set) var resetCount = 0

  /// How many of them began inside another.
  private(set) var insideCount = 0

  /// The number of the next open, counted from 1.
  func nextID() -> UInt64 {
    lastID += 1
    return lastID
  }

  /// The open of that number, if it is under way.
  subscript(id: UInt64) -> OpenRequest? { requests[id] }

  /// Whether none is under way.
  var isEmpty: Bool { requests.isEmpty }

  func begin(_ request: OpenRequest) {
    requests[request.id] = request
    if request.context.nestedBudget != nil { insideCount += 1 }
    request.parent?.pauseDeadline()
  }

  /// Notes the handler that an open asks.
  func note(_ occasion: HandlerOccasion) { occasions[occasion.navigation.request.id] = occasion }

  /// Lets an open out, and the next in the queue in.
  func end(_ request: OpenRequest) {
    requests[request.id] = nil
    if !occasions.isEmpty { occasions[request.id] = nil }
    if request.context.nestedBudget != nil { insideCount -= 1 }
    request.parent?.resumeDeadline()
    request.end()
    advance()
  }

  /// Lets nothing count that guards have answered so far.
  func beginRecheck() { recheckCount += 1 }

  /// Lets nothing count that was decided so far, and cancels the opens for the stage that are under
  /// way, except one and those around it.
  func beginReset(inside current: OpenRequest?) {
    beginRecheck()
    resetCount += 1
    cancelAll { $0.purpose == .show && current?.isInside($0) != true }
  }

  /// Cancels opens, newest first.
  func cancelAll(where isMeant: (OpenRequest) -> Bool) {
    for request in requests.values.sorted(by: { $0.id > $1.id }) where isMeant(request) {
      request.cancel()
    }
  }

  /// Puts an open in the queue if another one of its level is before it.
  ///
  /// - Returns: What to wait for, or `nil` when it is the open's turn.
  func enqueue(_ request: OpenRequest) -> OneShotContinuation<Void>? {
    guard isBlocked(request, by: queue) else { return nil }
    let continuation = OneShotContinuation<Void>()
    request.isQueued = true
    request.interrupt = continuation.interrupt
    queue.append((request, continuation))
    return continuation
  }

  /// Takes an open out of the queue.
  func dequeue(_ request: OpenRequest) {
    request.isQueued = false
    request.interrupt = nil
    queue.removeAll { $0.request === request }
  }

  /// Lets an open that leads to a screen take the place of older ones.
  ///
  /// - Returns: Whether it may go on: no newer one was here before it.
  func claim(_ request: OpenRequest) -> Bool {
    if request.overlap == .newest {
      if let newest, newest.id > request.id, !newest.isInside(request) { return false }
      let older = requests.values.filter {
        $0.id < request.id && $0.isNavigation && !request.isInside($0)
      }
      for older in older.sorted(by: { $0.id < $1.id }) { cancel(older) }
    }
    if request.id > newest?.id ?? 0 { newest = request }
    return true
  }

  /// Cancels an open and those inside it.
  private func cancel(_ request: OpenRequest) {
    for other in requests.values where other.isInside(request) { other.cancel() }
  }

  /// Lets those in the queue go on whose turn it is.
  private func advance() {
    guard !queue.isEmpty else { return }
    var remaining: [(request: OpenRequest, continuation: OneShotContinuation<Void>)] = []
    for entry in queue {
      if isBlocked(entry.request, by: remaining) {
        remaining.append(entry)
      } else {
        entry.request.isQueued = false
        entry.continuation.resume(returning: ())
      }
    }
    queue = remaining
  }

  /// Whether an open of the same level runs or comes first.
  ///
  /// Opens around it and inside it never count, so that no two opens can wait for each other.
  private func isBlocked(
    _ request: OpenRequest,
    by queue: [(request: OpenRequest, continuation: OneShotContinuation<Void>)]
  ) -> Bool {
    queue.contains { $0.request.parent === request.parent }
      || requests.values.contains {
        $0 !== request && $0.parent === request.parent && $0.purpose == .show && !$0.isQueued
      }
  }
}
