extension LocationQuery: Collection {
  /// The place of an item.
  public struct Index: Comparable, Hashable, Sendable {
    /// Where the item, its name and its value begin and end, in bytes of the query.
    let start: Int
    let nameEnd: Int
    let end: Int

    /// Compares two places of the same query.
    public static func < (left: Index, right: Index) -> Bool { left.start < right.start }
  }

  /// The place of the first item.
  public var startIndex: Index { index(from: bytes.startIndex) }

  /// The place after the last item.
  public var endIndex: Index { index(from: bytes.endIndex) }

  /// Answers the place of the next item.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the next item in UTF-8 bytes.
  public func index(after index: Index) -> Index {
    self.index(from: index.end + 1)
  }

  /// Answers the item at a place.
  public subscript(index: Index) -> Item {
    Item(
      String(decoding: bytes[index.start..<index.nameEnd], as: UTF8.self),
      String(decoding: bytes[(index.nameEnd + 1)..<index.end], as: UTF8.self)
    )
  }

  private func index(from start: Int) -> Index {
    let rest = bytes[start...]
    guard let nameEnd = rest.firstIndex(of: LocationQuery.nameEnd),
      let end = bytes[nameEnd...].firstIndex(of: LocationQuery.itemEnd)
    else { return Index(start: start, nameEnd: start, end: start) }
    return Index(start: start, nameEnd: nameEnd, end: end)
  }
}
