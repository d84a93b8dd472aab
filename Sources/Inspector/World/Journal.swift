#if Inspector
/// The acts since a world began, so that another one can be brought to the same place.
package struct Journal: Sendable {
  /// The acts that are kept; of a world that had more, no twin can be made.
  package static let limit = 50_000

  /// An act, and what came of it.
  package struct Entry: Sendable {
    /// The number of its row; `nil` if rows were not recorded then.
    package let row: Int?
    package let act: Act
    /// The time on the application's clock at which it began, if that can be moved.
    package let time: Duration?
    /// The end in a few words; `nil` as long as it has none.
    package var ending: String?
    /// Whether another act began before it ended.
    package var isLong = false
  }

  /// The acts in order.
  package private(set) var entries: [Entry] = []

  /// Whether no act is missing.
  package private(set) var isComplete = true

  /// Begins without an act.
  package init() {}

  /// Adds an act.
  ///
  /// - Returns: Its place, or `nil` when there are too many.
  package mutating func add(_ act: Act, row: Int?, time: Duration? = nil) -> Int? {
    guard entries.count < Self.limit else {
      isComplete = false
      return nil
    }
    entries.append(Entry(row: row, act: act, time: time, ending: nil))
    return entries.count - 1
  }

  /// Notes how an act ended.
  package mutating func end(_ place: Int?, with ending: String) {
    guard let place, entries.indices.contains(place) else { return }
    entries[place].ending = ending
    entries[place].isLong = place < entries.count - 1
  }

  /// The acts that were done up to a row, be they recorded or not; before the first row, none.
  func entries(upTo row: Int) -> ArraySlice<Entry> {
    row == 0 ? [] : entries.prefix { $0.row ?? 0 <= row }
  }

  /// Begins with the acts of another journal.
  package init(_ entries: [Entry]) { self.entries = entries }
}
#endif
