extension LocationQuery: Collection {
  /// The position of an item.
  public struct Index: Comparable, Hashable, Sendable {
    /// The start of the item, in bytes.
    let start: Int

    let nameEnd: Int

    /// The end of the value, or of the name if the item has no value.
    let end: Int

    var name: Range<Int> { start..<nameEnd }

    var value: Range<Int> { Swift.min(nameEnd + 1, end)..<end }

    /// Compares two positions in the same query.
    public static func < (left: Index, right: Index) -> Bool { left.start < right.start }
  }

  /// The position of the first item.
  public var startIndex: Index {
    storage.withBytes { index(from: range.bounds.lowerBound, in: $0) }
  }

  /// The position after the last item.
  public var endIndex: Index {
    let end = range.bounds.upperBound
    return Index(start: end, nameEnd: end, end: end)
  }

  /// Returns the position of the next item.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the next item in UTF-8 bytes.
  public func index(after index: Index) -> Index {
    storage.withBytes { self.index(from: index.end + 1, in: $0) }
  }

  /// Returns the item at a position.
  public subscript(index: Index) -> Item {
    storage.withBytes {
      Item(
        String(decoding: $0[index.name], as: UTF8.self),
        String(decoding: $0[index.value], as: UTF8.self)
      )
    }
  }

  /// Finds the next item; empty text between two `&` is not an item.
  func index(from start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Index {
    let last = range.bounds.upperBound
    let mark = isDecoded ? LocationQuery.nameEnd : LocationByte.equals
    let next = isDecoded ? LocationQuery.itemEnd : LocationByte.ampersand
    var start = start
    while start < last, bytes[start] == next { start += 1 }
    var end = start
    var nameEnd: Int?
    while end < last, bytes[end] != next {
      if nameEnd == nil, bytes[end] == mark { nameEnd = end }
      end += 1
    }
    guard start < last else { return endIndex }
    return Index(start: start, nameEnd: nameEnd ?? end, end: end)
  }
}
