import Moonroute
import TextTools

/// The difference between a snapshot and a table.
package struct AccessDifference: Sendable {
  /// A cell that differs between the table and the snapshot.
  package struct Change: Sendable {
    package let person: String

    package let location: String

    /// The name or pattern of its route.
    package let label: String

    package let before: AccessSnapshot.Cell

    package let now: AccessCell

    /// The step that caused the change, in words with its place; `nil` if unknown.
    package let cause: String?

    /// The step that caused the change, if it still runs.
    package let step: AccessStep?
  }

  package let changes: [Change]

  /// The locations that only the table or only the snapshot contains.
  package let newEntries: [AccessSnapshot.Entry]
  package let goneEntries: [AccessSnapshot.Entry]

  /// The people that only the table or only the snapshot contains.
  package let newPeople: [String]
  package let gonePeople: [String]

  package var isEmpty: Bool {
    changes.isEmpty && newEntries.isEmpty && goneEntries.isEmpty && newPeople.isEmpty
      && gonePeople.isEmpty
  }

  /// Ignores which step decided, and the text of errors.
  package init(from snapshot: AccessSnapshot, to table: AccessTable) {
    let fresh = AccessSnapshot(of: table)
    let known = Dictionary(snapshot.entries.map { ($0.title, $0) }) { first, _ in first }
    let titles = Set(fresh.entries.map(\.title))
    var changes: [Change] = []
    for (entry, row) in zip(fresh.entries, table.rows) {
      guard let before = known[entry.title] else { continue }
      let cells = Dictionary(before.cells.map { ($0.person, $0) }) { first, _ in first }
      for (cell, now) in zip(entry.cells, row.cells) {
        guard let old = cells[cell.person], old.words != cell.words else { continue }
        let (cause, step) = Self.cause(from: old, to: now)
        changes.append(
          Change(
            person: cell.person,
            location: entry.location,
            label: entry.label,
            before: old,
            now: now,
            cause: cause,
            step: step
          )
        )
      }
    }
    self.changes = changes
    newEntries = fresh.entries.filter { known[$0.title] == nil }
    goneEntries = snapshot.entries.filter { !titles.contains($0.title) }
    let (old, new) = (snapshot.people, fresh.people)
    newPeople = new.filter { !old.contains($0) }
    gonePeople = old.filter { !new.contains($0) }
  }

  /// The previous decider if it now allows the open; otherwise the current decider, or the previous
  /// one if it no longer runs.
  private static func cause(
    from old: AccessSnapshot.Cell,
    to now: AccessCell
  ) -> (words: String?, step: AccessStep?) {
    let known = now.steps.last { $0.words.printable == old.decider }
    if let known, known.answer == .goOn {
      return ("\(known.words) allows it\(place(of: known))", known)
    }
    guard let decider = now.decider else {
      return (old.decider.map { "\($0) no longer runs" }, nil)
    }
    let verb =
      switch decider.answer {
      case .stop: "stops it"
      case .failure: "fails"
      case .goTo: "redirects there"
      case .goOn: "allows it"
      }
    return ("\(decider.words) \(verb)\(place(of: decider))", decider)
  }

  private static func place(of step: AccessStep) -> String {
    step.site.map { " (\($0))" } ?? ""
  }
}
