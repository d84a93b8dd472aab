/// Where the parts of a location's text lie (RFC 3986), before anything is decoded.
struct LocationSplit {
  /// The scheme, without its colon.
  var scheme: Range<Int>?

  /// What follows `//`, up to the path.
  var authority: Range<Int>?

  /// The path; may be empty.
  var path: Range<Int>

  /// What follows `?`.
  var query: Range<Int>?

  /// What follows `#`.
  var fragment: Range<Int>?

  /// Splits a text, without the white space around it.
  init(_ source: UnsafeBufferPointer<UInt8>) {
    let text = LocationSplit.trimmed(source)
    var start = text.lowerBound
    if let colon = LocationSplit.schemeEnd(source, text) {
      scheme = start..<colon
      start = colon + 1
    }
    if start + 1 < text.upperBound, source[start] == LocationByte.slash,
      source[start + 1] == LocationByte.slash
    {
      let end = LocationSplit.end(source, (start + 2)..<text.upperBound) {
        $0 == LocationByte.slash || $0 == LocationByte.question || $0 == LocationByte.hash
      }
      authority = (start + 2)..<end
      start = end
    }
    let pathEnd = LocationSplit.end(source, start..<text.upperBound) {
      $0 == LocationByte.question || $0 == LocationByte.hash
    }
    path = start..<pathEnd
    guard pathEnd < text.upperBound else { return }
    start = pathEnd
    if source[start] == LocationByte.question {
      let end = LocationSplit.end(source, start..<text.upperBound) { $0 == LocationByte.hash }
      query = (start + 1)..<end
      start = end
    }
    if start < text.upperBound { fragment = (start + 1)..<text.upperBound }
  }

  /// Answers whether the path begins with a segment `.` or `..`, and so is relative.
  func beginsWithDots(_ source: UnsafeBufferPointer<UInt8>) -> Bool {
    guard scheme == nil, authority == nil else { return false }
    let end = LocationSplit.end(source, path) { $0 == LocationByte.slash }
    var segment: [UInt8] = []
    guard end - path.lowerBound <= 6,
      PercentCoding.decode(source, path.lowerBound..<end, into: &segment) == nil
    else { return false }
    return segment == [LocationByte.dot] || segment == [LocationByte.dot, LocationByte.dot]
  }

  /// Finds the first byte that ends a part, or the end of the text.
  private static func end(
    _ source: UnsafeBufferPointer<UInt8>,
    _ range: Range<Int>,
    where isEnd: (UInt8) -> Bool
  ) -> Int {
    var index = range.lowerBound
    while index < range.upperBound, !isEnd(source[index]) { index += 1 }
    return index
  }

  /// Finds the colon after a scheme.
  private static func schemeEnd(
    _ source: UnsafeBufferPointer<UInt8>,
    _ text: Range<Int>
  ) -> Int? {
    for index in text {
      let byte = source[index]
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): continue
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
        LocationByte.dot:
        if index == text.lowerBound { return nil }
      case UInt8(ascii: ":"): return index > text.lowerBound ? index : nil
      default: return nil
      }
    }
    return nil
  }
}
