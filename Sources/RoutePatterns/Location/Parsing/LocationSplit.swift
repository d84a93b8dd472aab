/// The positions of the parts in a location's text (RFC 3986), before decoding.
struct LocationSplit {
  private(set) var scheme: Range<Int>?

  /// The bytes after `//`, up to the path.
  private(set) var authority: Range<Int>?

  /// The path; may be empty.
  private(set) var path: Range<Int>

  /// The bytes after `?`.
  private(set) var query: Range<Int>?

  /// The bytes after `#`.
  private(set) var fragment: Range<Int>?

  /// Splits a text after trimming white space.
  init(_ source: UnsafeBufferPointer<UInt8>) {
    let text = LocationSplit.trimmed(source)
    path = text
    if let hash = LocationByte.first(LocationByte.hash, source, text) {
      fragment = (hash + 1)..<text.upperBound
      path = path.lowerBound..<hash
    }
    if let question = LocationByte.first(LocationByte.question, source, path) {
      query = (question + 1)..<path.upperBound
      path = path.lowerBound..<question
    }
    if let colon = LocationSplit.colon(source, path) {
      scheme = path.lowerBound..<colon
      path = (colon + 1)..<path.upperBound
    }
    if path.count > 1, source[path.lowerBound] == LocationByte.slash,
      source[path.lowerBound + 1] == LocationByte.slash
    {
      let start = path.lowerBound + 2
      let end = LocationByte.first(LocationByte.slash, source, start..<path.upperBound)
      authority = start..<(end ?? path.upperBound)
      path = (end ?? path.upperBound)..<path.upperBound
    }
  }

  /// Whether the text has only a query, a fragment, or both.
  var isTail: Bool {
    scheme == nil && authority == nil && path.isEmpty && (query != nil || fragment != nil)
  }

  /// Returns whether the path begins with a segment `.` or `..`, and so is relative.
  func beginsWithDots(_ source: UnsafeBufferPointer<UInt8>) -> Bool {
    guard scheme == nil, authority == nil, let first = source[path].first,
      first == LocationByte.dot || first == PercentCoding.percent
    else { return false }
    let end = LocationByte.first(LocationByte.slash, source, path) ?? path.upperBound
    return PercentCoding.isDots(source, path.lowerBound..<end)
  }

  private static func colon(
    _ source: UnsafeBufferPointer<UInt8>,
    _ range: Range<Int>
  ) -> Int? {
    let end = SchemeGrammar.end(of: source[range])
    return end > range.lowerBound && end < range.upperBound && source[end] == LocationByte.colon
      ? end : nil
  }
}

extension LocationSplit {
  /// Returns the range of the text without surrounding white space.
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

  /// Returns the length of the trailing white space character in bytes, or `nil`.
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
