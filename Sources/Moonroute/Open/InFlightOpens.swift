final class InFlightOpens {
  /// The opens, the oldest first, including queued ones.
  private var opens: [Open] = []

  private var queue: [(open: Open, continuation: OneShotContinuation<Void>)] = []

  /// The newest open that showed a screen, and its ancestors.
  private var newest: (id: UInt64, outer: [UInt64]) = (0, [])

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

  subscript(id: UInt64) -> Open? { opens.last { $0.id == id } }

  var isEmpty: Bool { opens.isEmpty }

  func begin(_ open: Open) {
    opens.append(open)
    if open.context.nestedBudget != nil { insideCount += 1 }
    open.parent?.pauseDeadline()
  }

  /// Ends an open and starts the next queued ones.
  func end(_ open: Open) {
    if opens.last === open { opens.removeLast() } else { opens.removeAll { $0 === open } }
    if open.context.nestedBudget != nil { insideCount -= 1 }
    open.parent?.resumeDeadline()
    open.release()
    advance()
  }

  /// Invalidates all earlier decisions of guards.
  func beginRecheck() { recheckCount += 1 }

  /// Invalidates all earlier decisions, and cancels the pending opens for the stage, except the
  /// given one and its ancestors.
  func beginReset(inside current: Open?) {
    beginRecheck()
    resetCount += 1
    cancelAll { $0.purpose == .show && current?.isInside($0) != true }
  }

  /// Cancels the matching opens, newest first.
  func cancelAll(because reason: String? = nil, where isMeant: (Open) -> Bool) {
    for open in opens.reversed() where isMeant(open) { open.cancel(because: reason) }
  }

  /// Queues an open behind others of its level; returns `nil` if the open can start now.
  func enqueue(_ open: Open) -> OneShotContinuation<Void>? {
    guard isBlocked(open, by: queue) else { return nil }
    let continuation = OneShotContinuation<Void>()
    open.queueing.isQueued = true
    open.queueing.interrupt = continuation.interrupt
    queue.append((open, continuation))
    return continuation
  }

  func dequeue(_ open: Open) {
    open.queueing.isQueued = false
    open.queueing.interrupt = nil
    queue.removeAll { $0.open === open }
  }

  /// Replaces older opens with an open that shows a screen; returns `false` if a newer one exists.
  func claim(_ open: Open) -> Bool {
    if open.overlap == .replace {
      if newest.id > open.id, !newest.outer.contains(open.id) { return false }
      let older = opens.filter {
        $0.id < open.id && $0.queueing.isNavigation && !open.isInside($0)
      }
      for older in older {
        for other in opens where other.isInside(older) { other.cancel() }
      }
    }
    if open.id > newest.id { newest = (open.id, open.outerIDs) }
    return true
  }

  private func advance() {
    guard !queue.isEmpty else { return }
    var remaining: [(open: Open, continuation: OneShotContinuation<Void>)] = []
    for entry in queue {
      if isBlocked(entry.open, by: remaining) {
        remaining.append(entry)
      } else {
        entry.open.queueing.isQueued = false
        entry.continuation.resume(returning: ())
      }
    }
    queue = remaining
  }

  /// Whether another open of the same level is running or queued earlier.
  ///
  /// Ancestors and descendants never block, so no two opens can wait for each other.
  private func isBlocked(
    _ open: Open,
    by queue: [(open: Open, continuation: OneShotContinuation<Void>)]
  ) -> Bool {
    queue.contains { $0.open.parent === open.parent }
      || opens.contains {
        $0 !== open && $0.parent === open.parent && $0.purpose == .show && !$0.queueing.isQueued
      }
  }
}
