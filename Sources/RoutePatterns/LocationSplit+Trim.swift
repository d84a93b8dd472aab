extension LocationSplit {
  /// Answers the text without the white space around it.
  static func trimmed(_ source: UnsafeBufferPointer<UInt8>) -> Range<Int> {
    var start = 0
    var end = source.count
    while start < end, let length = leadingSpace(source, start..<end) { start += length }
    while start < end, let length = trailingSpace(source, start..<end) { end -= length }
    return start..<end
  }

  private static func leadingSpace(
    _ source: UnsafeBufferPointer<UInt8>,
    _ range: Range<Int>
  ) -> Int? {
    let first = source[range.lowerBound]
    if first < 0x80 { return isASCIISpace(first) ? 1 : nil }
    let length = LocationUTF8Check.whiteSpace(source, at: range.lowerBound) ?? .max
    return length <= range.count ? length : nil
  }

  /// Answers how many bytes of white space end the text, if it ends with white space.
  static func trailingSpace(
    _ source: UnsafeBufferPointer<UInt8>,
    _ range: Range<Int>
  ) -> Int? {
    guard let last = range.last else { return nil }
    if source[last] < 0x80 { return isASCIISpace(source[last]) ? 1 : nil }
    for length in 2...3 where length <= range.count {
      if LocationUTF8Check.whiteSpace(source, at: range.upperBound - length) == length {
        return length
      }
    }
    return nil
  }

  private static func isASCIISpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte >= 0x09 && byte <= 0x0D
  }
}
