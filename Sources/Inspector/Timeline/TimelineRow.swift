#if Inspector
/// Something that happened, in one line.
package struct TimelineRow: Sendable {
  /// The kinds of things.
  package enum Kind: String, Sendable, CaseIterable {
    case act, open, change, event, resource, log, reload, problem
  }

  /// The number, counted from 1 and never used again.
  package let number: Int

  /// The kind of thing.
  package let kind: Kind

  /// The milliseconds since the timeline began.
  package let milliseconds: Double

  /// The number of the open to which it belongs.
  package let open: Int?

  /// The number of the row of the act from which it followed.
  package let act: Int?

  /// The summary, as the text of a JSON object.
  package let summary: String

  /// The bytes that it takes, about.
  var byteCount: Int { summary.utf8.count + 96 }

  /// The row as the wire sends it.
  package var text: String {
    "[\(number),\"\(kind.rawValue)\",\(milliseconds),\(open.map(String.init) ?? "null"),\(summary)]"
  }
}

/// The newest rows within their bounds, in order.
struct RowBuffer {
  private var rows: [TimelineRow] = []
  private var start = 0

  /// The bytes of all rows, about.
  private(set) var byteCount = 0

  /// The number of rows.
  var count: Int { rows.count - start }

  /// The rows, the oldest first.
  var all: ArraySlice<TimelineRow> { rows[start...] }

  /// Adds a row.
  mutating func append(_ row: TimelineRow) {
    rows.append(row)
    byteCount += row.byteCount
  }

  /// Removes the oldest row.
  mutating func removeFirst() -> TimelineRow? {
    guard start < rows.count else { return nil }
    let row = rows[start]
    byteCount -= row.byteCount
    start += 1
    // The space is given back from time to time, so that each removal costs little.
    if start > 1_024, start * 2 > rows.count {
      rows.removeFirst(start)
      start = 0
    }
    return row
  }

  func rows(after number: Int) -> ArraySlice<TimelineRow> {
    guard let first = all.first, number >= first.number else { return all }
    // Numbers grow, but some may be missing.
    var (low, high) = (start, rows.count)
    while low < high {
      let middle = (low + high) / 2
      if rows[middle].number <= number { low = middle + 1 } else { high = middle }
    }
    return rows[low...]
  }
}
#endif
