/// Acts in order, each with its ending, for replay.
package struct Recording: Sendable {
  /// The maximum number of acts in a journey of a prompt.
  package static let promptLimit = 1_000

  /// The maximum number of acts kept for an inspected application.
  package static let inspectorLimit = 50_000

  package struct Entry: Sendable {
    package let act: Act
    /// The number of its timeline row; `nil` if rows were not recorded.
    package var row: Int?
    /// The start time on the application's clock, if the clock can be moved.
    package var time: Duration?
    /// The ending in a few words; `nil` while it is pending.
    package var ending: String?
    /// Whether another act began before it ended.
    package var isLong = false

    package init(_ act: Act, row: Int? = nil, time: Duration? = nil) {
      (self.act, self.row, self.time) = (act, row, time)
    }
  }

  package private(set) var entries: [Entry]
  package private(set) var isComplete = true

  package let limit: Int

  package init(_ entries: [Entry] = [], limit: Int) {
    (self.entries, self.limit) = (entries, limit)
  }

  /// Adds an act, and returns its index, or `nil` if the recording is full.
  package mutating func add(_ entry: Entry) -> Int? {
    guard entries.count < limit else {
      isComplete = false
      return nil
    }
    entries.append(entry)
    return entries.count - 1
  }

  package mutating func end(_ place: Int?, with ending: String) {
    guard let place, entries.indices.contains(place) else { return }
    entries[place].ending = ending
    entries[place].isLong = place < entries.count - 1
  }

  /// The acts up to a row, including acts without a row; empty before the first row.
  package func entries(upTo row: Int) -> ArraySlice<Entry> {
    row == 0 ? [] : entries.prefix { $0.row ?? 0 <= row }
  }
}
