final class InFlightOpens {
  /// The opens by number, including queued ones.
  private var requests: [UInt64: OpenRequest] = [:]

  private var queue: [(request: OpenRequest, continuation: OneShotContinuation<Void>)] = []

  /// The current handler of each open, if handlers are recorded.
  private(set) var occasions: [UInt64: HandlerOccasion] = [:]

  private var newest: OpenRequest?

  private var lastID: UInt64 = 0

  /// The number of rechecks; guard decisions from before the last one are not valid.
  private(set) var recheckCount = 0

  /// The number of resets among them.
  private(set) var resetCount = 0

  private(set) var insideCount = 0

  func nextID() -> UInt64 {
    lastID += 1
    return lastID
  }

  subscript(id: UInt64) -> OpenRequest? { requests[id] }

  var isEmpty: Bool { requests.isEmpty }

  func begin(_ request: OpenRequest) {
    requests[request.id] = request
    if request.context.nestedBudget != nil { insideCount += 1 }
    request.parent?.pauseDeadline()
  }

  func note(_ occasion: HandlerOccasion) { occasions[occasion.navigation.request.id] = occasion }

  /// Ends an open and starts the next queued ones.
  func end(_ request: OpenRequest) {
    requests[request.id] = nil
    if !occasions.isEmpty { occasions[request.id] = nil }
    if request.context.nestedBudget != nil { insideCount -= 1 }
    request.parent?.resumeDeadline()
    request.end()
    advance()
  }

  /// Invalidates all earlier decisions of guards.
  func beginRecheck() { recheckCount += 1 }

  /// Invalidates all earlier decisions, and cancels the pending opens for the stage, except the
  /// given one and its ancestors.
  func beginReset(inside current: OpenRequest?) {
    beginRecheck()
    resetCount += 1
    cancelAll { $0.purpose == .show && current?.isInside($0) != true }
  }

  /// Cancels the matching opens, newest first.
  func cancelAll(because reason: String? = nil, where isMeant: (OpenRequest) -> Bool) {
    for request in requests.values.sorted(by: { $0.id > $1.id }) where isMeant(request) {
      request.cancel(because: reason)
    }
  }

  /// Queues an open behind others of its level; returns `nil` if the open can start now.
  func enqueue(_ request: OpenRequest) -> OneShotContinuation<Void>? {
    guard isBlocked(request, by: queue) else { return nil }
    let continuation = OneShotContinuation<Void>()
    request.isQueued = true
    request.interrupt = continuation.interrupt
    queue.append((request, continuation))
    return continuation
  }

  func dequeue(_ request: OpenRequest) {
    request.isQueued = false
    request.interrupt = nil
    queue.removeAll { $0.request === request }
  }

  /// Replaces older opens with an open that shows a screen; returns `false` if a newer one exists.
  func claim(_ request: OpenRequest) -> Bool {
    if request.overlap == .replace {
      if let newest, newest.id > request.id, !newest.isInside(request) { return false }
      let older = requests.values.filter {
        $0.id < request.id && $0.isNavigation && !request.isInside($0)
      }
      for older in older.sorted(by: { $0.id < $1.id }) { cancel(older) }
    }
    if request.id > newest?.id ?? 0 { newest = request }
    return true
  }

  private func cancel(_ request: OpenRequest) {
    for other in requests.values where other.isInside(request) { other.cancel() }
  }

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

  /// Whether another open of the same level is running or queued earlier.
  ///
  /// Ancestors and descendants never block, so no two opens can wait for each other.
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
