/// Acts in order, each with its ending, so that they can be done again.
package struct Recording: Sendable {
  /// The acts that a journey of a prompt can have.
  package static let promptLimit = 1_000

  /// The acts that are kept of an application that is inspected.
  package static let inspectorLimit = 50_000

  package struct Entry: Sendable {
    package let act: Act
    /// The number of its row in a timeline; `nil` if rows were not recorded then.
    package var row: Int?
    /// The time on the application's clock at which it began, if that can be moved.
    package var time: Duration?
    /// The ending in a few words; `nil` while it has none.
    package var ending: String?
    /// Whether another act began before it ended.
    package var isLong = false

    package init(_ act: Act, row: Int? = nil, time: Duration? = nil) {
      (self.act, self.row, self.time) = (act, row, time)
    }
  }

  package private(set) var entries: [Entry]

  /// Whether no act is missing.
  package private(set) var isComplete = true

  package let limit: Int

  package init(_ entries: [Entry] = [], limit: Int) {
    (self.entries, self.limit) = (entries, limit)
  }

  /// Adds an act.
  ///
  /// - Returns: Its place, or `nil` if there are too many.
  package mutating func add(_ entry: Entry) -> Int? {
    guard entries.count < limit else {
      isComplete = false
      return nil
    }
    entries.append(entry)
    return entries.count - 1
  }

  /// Notes how an act ended.
  package mutating func end(_ place: Int?, with ending: String) {
    guard let place, entries.indices.contains(place) else { return }
    entries[place].ending = ending
    entries[place].isLong = place < entries.count - 1
  }

  /// The acts up to a row, including those without one; before the first row, none.
  package func entries(upTo row: Int) -> ArraySlice<Entry> {
    row == 0 ? [] : entries.prefix { $0.row ?? 0 <= row }
  }
}
