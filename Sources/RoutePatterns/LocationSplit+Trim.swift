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
    if isASCIISpace(source[range.lowerBound]) { return 1 }
    return [2, 3]
      .first {
        $0 <= range.count
          && LocationUTF8Check.isWhiteSpace(source[range.lowerBound..<(range.lowerBound + $0)])
      }
  }

  private static func trailingSpace(
    _ source: UnsafeBufferPointer<UInt8>,
    _ range: Range<Int>
  ) -> Int? {
    if isASCIISpace(source[range.upperBound - 1]) { return 1 }
    return [2, 3]
      .first {
        $0 <= range.count
          && LocationUTF8Check.isWhiteSpace(source[(range.upperBound - $0)..<range.upperBound])
      }
  }

  private static func isASCIISpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte >= 0x09 && byte <= 0x0D
  }
}
