extension LocationByte {
  /// Finds the first byte of its kind in a part of a text.
  static func first(
    _ byte: UInt8,
    _ source: UnsafeBufferPointer<UInt8>,
    _ range: Range<Int>
  ) -> Int? {
    var index = range.lowerBound
    while index < range.upperBound {
      if source[index] == byte { return index }
      index += 1
    }
    return nil
  }
}
