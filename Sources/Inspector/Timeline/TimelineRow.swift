#if Inspector
/// A one-line record of an event.
package struct TimelineRow: Sendable {
  package enum Kind: String, Sendable, CaseIterable {
    case act, open, change, event, resource, log, reload, problem
  }

  /// The number, starting at 1; numbers are never reused.
  package let number: Int

  package let kind: Kind

  package let milliseconds: Double

  /// The number of the open that it belongs to.
  package let open: Int?

  package let act: Int?

  package let summary: String

  /// The approximate size in bytes.
  var byteCount: Int { summary.utf8.count + 96 }

  package var text: String {
    "[\(number),\"\(kind.rawValue)\",\(milliseconds),\(open.map(String.init) ?? "null"),\(summary)]"
  }
}

/// The newest rows within their limits, in order.
struct RowBuffer {
  private var rows: [TimelineRow] = []
  private var start = 0

  /// The approximate bytes of all rows.
  private(set) var byteCount = 0

  var count: Int { rows.count - start }

  var all: ArraySlice<TimelineRow> { rows[start...] }

  mutating func append(_ row: TimelineRow) {
    rows.append(row)
    byteCount += row.byteCount
  }

  mutating func removeFirst() -> TimelineRow? {
    guard start < rows.count else { return nil }
    let row = rows[start]
    byteCount -= row.byteCount
    start += 1
    // Compact the storage only occasionally, so that each removal is cheap.
    if start > 1_024, start * 2 > rows.count {
      rows.removeFirst(start)
      start = 0
    }
    return row
  }

  func rows(after number: Int) -> ArraySlice<TimelineRow> {
    guard let first = all.first, number >= first.number else { return all }
    // Numbers increase, but some may be missing.
    var (low, high) = (start, rows.count)
    while low < high {
      let middle = (low + high) / 2
      if rows[middle].number <= number { low = middle + 1 } else { high = middle }
    }
    return rows[low...]
  }
}
#endif
