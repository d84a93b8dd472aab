extension String {
  /// Whether two texts have the same bytes.
  ///
  /// Much faster than comparing their views of UTF-8, above all when their lengths differ.
  @inline(__always)
  func hasSameBytes(as other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    return
      utf8.withContiguousStorageIfAvailable { own in
        other.utf8.withContiguousStorageIfAvailable { own.elementsEqual($0) }
      }
      .flatMap(\.self) ?? utf8.elementsEqual(other.utf8)
  }

  /// Whether the bytes of the text come before those of another.
  @inline(__always)
  func hasBytesBefore(_ other: String) -> Bool {
    utf8.withContiguousStorageIfAvailable { own in
      other.utf8.withContiguousStorageIfAvailable { own.lexicographicallyPrecedes($0) }
    }
    .flatMap(\.self) ?? utf8.lexicographicallyPrecedes(other.utf8)
  }
}
