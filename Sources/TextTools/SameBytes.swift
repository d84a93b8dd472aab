extension String {
  /// Returns whether two texts have the same bytes, compared eight at a time.
  ///
  /// `==` compares by canonical equivalence: an `é` of one scalar equals one of two. This is also
  /// much faster than comparing UTF-8 views, especially if their lengths differ.
  @inlinable
  @inline(__always)
  package func hasSameBytes(as other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    return
      utf8.withContiguousStorageIfAvailable { own in
        other.utf8.withContiguousStorageIfAvailable {
          UnsafeRawBufferPointer(own).hasSameBytes(as: UnsafeRawBufferPointer($0))
        }
      }
      .flatMap(\.self) ?? utf8.elementsEqual(other.utf8)
  }

  /// Returns whether the bytes of the text sort before those of another.
  @inlinable
  @inline(__always)
  package func hasBytesBefore(_ other: String) -> Bool {
    utf8.withContiguousStorageIfAvailable { own in
      other.utf8.withContiguousStorageIfAvailable { own.lexicographicallyPrecedes($0) }
    }
    .flatMap(\.self) ?? utf8.lexicographicallyPrecedes(other.utf8)
  }
}

extension [UInt8] {
  /// Returns whether two byte arrays are equal, compared eight bytes at a time.
  @inlinable
  package func hasSameBytes(as other: [UInt8]) -> Bool {
    withUnsafeBytes { own in other.withUnsafeBytes { own.hasSameBytes(as: $0) } }
  }
}

extension UnsafeRawBufferPointer {
  /// Returns whether two buffers have the same length and content.
  @inlinable
  @inline(__always)
  package func hasSameBytes(as other: UnsafeRawBufferPointer) -> Bool {
    guard count == other.count else { return false }
    guard baseAddress != other.baseAddress else { return true }
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
