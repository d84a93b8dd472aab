/// Opens that are under way at the same time.
final class OpensUnderWay {
  /// The opens by number, those that wait for their turn included.
  private var tickets: [UInt64: OpenTicket] = [:]

  /// Those that wait for their turn, first come first served.
  private var line: [(ticket: OpenTicket, wait: Wait<Void>)] = []

  /// The newest open that leads to a screen.
  private var newest: OpenTicket?

  private var lastID: UInt64 = 0

  /// How many of them began inside another.
  private(set) var insideCount = 0

  /// The number of the next open, counted from 1.
  func nextID() -> UInt64 {
    lastID += 1
    return lastID
  }

  /// The open of that number, if it is under way.
  subscript(id: UInt64) -> OpenTicket? { tickets[id] }

  /// Takes an open in.
  func begin(_ ticket: OpenTicket) {
    tickets[ticket.id] = ticket
    if ticket.scope.tree != nil { insideCount += 1 }
    ticket.parent?.pauseBudget()
  }

  /// Lets an open out, and the next in line in.
  func end(_ ticket: OpenTicket) {
    tickets[ticket.id] = nil
    if ticket.scope.tree != nil { insideCount -= 1 }
    ticket.parent?.resumeBudget()
    ticket.end()
    advance()
  }

  /// Cancels opens, newest first.
  func cancelAll(where isMeant: (OpenTicket) -> Bool) {
    for ticket in tickets.values.sorted(by: { $0.id > $1.id }) where isMeant(ticket) {
      ticket.cancel()
    }
  }

  /// Puts an open in line if another one of its level is before it.
  ///
  /// - Returns: What to wait for, or `nil` when it is the open's turn.
  func queue(_ ticket: OpenTicket) -> Wait<Void>? {
    guard isBlocked(ticket, by: line) else { return nil }
    let wait = Wait<Void>()
    ticket.isQueued = true
    ticket.interrupt = wait.interrupt
    line.append((ticket, wait))
    return wait
  }

  /// Takes an open out of the line.
  func leaveLine(_ ticket: OpenTicket) {
    ticket.isQueued = false
    ticket.interrupt = nil
    line.removeAll { $0.ticket === ticket }
  }

  /// Lets an open that leads to a screen take the place of older ones.
  ///
  /// - Returns: Whether it may go on: no newer one was here before it.
  func claim(_ ticket: OpenTicket) -> Bool {
    if ticket.overlap == .newest {
      if let newest, newest.id > ticket.id, !newest.isInside(ticket) { return false }
      for older in tickets.values.sorted(by: { $0.id < $1.id })
      where older.id < ticket.id && older.isNavigation && !older.isCommitted
        && !ticket.isInside(older)
      {
        cancel(older)
      }
    }
    if ticket.id > newest?.id ?? 0 { newest = ticket }
    return true
  }

  /// Cancels an open and those inside it.
  private func cancel(_ ticket: OpenTicket) {
    for other in tickets.values where other.isInside(ticket) && !other.isCommitted {
      other.cancel()
    }
  }

  /// Lets those in line go on whose turn it is.
  private func advance() {
    var waiting: [(ticket: OpenTicket, wait: Wait<Void>)] = []
    for entry in line {
      if isBlocked(entry.ticket, by: waiting) {
        waiting.append(entry)
      } else {
        entry.ticket.isQueued = false
        entry.wait.end(.success(()))
      }
    }
    line = waiting
  }

  /// Whether an open of the same level runs or comes first.
  ///
  /// Those around and inside never count, so that no two opens can wait for each other.
  private func isBlocked(
    _ ticket: OpenTicket,
    by line: [(ticket: OpenTicket, wait: Wait<Void>)]
  ) -> Bool {
    line.contains { $0.ticket.parent === ticket.parent }
      || tickets.values.contains {
        $0 !== ticket && $0.parent === ticket.parent && $0.purpose == .show && !$0.isQueued
      }
  }
}
