extension String {
  /// Whether two texts have the same bytes, compared eight at a time.
  func hasSameBytes(as other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    return
      utf8.withContiguousStorageIfAvailable { own in
        other.utf8.withContiguousStorageIfAvailable {
          UnsafeRawBufferPointer(own).isSame(as: UnsafeRawBufferPointer($0))
        }
      }
      .flatMap(\.self) ?? utf8.elementsEqual(other.utf8)
  }
}

extension UnsafeRawBufferPointer {
  /// Whether as many bytes are the same.
  fileprivate func isSame(as other: UnsafeRawBufferPointer) -> Bool {
    var place = 0
    while place + 8 <= count {
      guard
        loadUnaligned(fromByteOffset: place, as: UInt64.self)
          == other.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      else { return false }
      place += 8
    }
    while place < count {
      guard self[place] == other[place] else { return false }
      place += 1
    }
    return true
  }
}
