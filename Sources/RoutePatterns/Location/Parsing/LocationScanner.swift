/// Parses a location that needs no decoding in one pass, as most locations do.
///
/// It leaves everything else to ``LocationParser``: escapes, dot segments, empty segments, capital
/// letters in scheme or host, `xn--`, errors.
struct LocationScanner {
  private let source: UnsafeBufferPointer<UInt8>
  private let maximumSegments: Int
  private let maximumQueryItems: Int
  private let plusAsSpace: Bool
  private var layout = LocationLayout()
  private var index = 0

  /// Returns `nil` if the text needs ``LocationParser``.
  ///
  /// `isUTF8` means that non-ASCII bytes are known to be UTF-8; otherwise, any bytes are possible.
  static func scan(
    _ source: UnsafeBufferPointer<UInt8>,
    isUTF8: Bool,
    rules: borrowing LocationRules
  ) -> LocationLayout? {
    // An escape triples a byte, so this text is also within the limit in printed form.
    guard let first = source.first, 3 * source.count + 8 <= rules.maximumBytes,
      LocationSplit.trailingSpace(source, source.indices) == nil
    else { return nil }
    if !isUTF8, source.contains(where: { $0 >= 0x80 }) { return nil }
    var scanner = LocationScanner(source: source, rules: rules)
    guard scanner.scanOrigin(first, rules), scanner.scanPath(),
      scanner.index == source.count || scanner.scanQuery() && scanner.scanFragment()
    else { return nil }
    return scanner.layout
  }

  private init(source: UnsafeBufferPointer<UInt8>, rules: borrowing LocationRules) {
    self.source = source
    maximumSegments = rules.maximumSegments
    maximumQueryItems = rules.maximumQueryItems
    plusAsSpace = rules.plusAsSpace
  }

  /// Reads scheme and authority, up to the first byte after the slash of the path.
  private mutating func scanOrigin(_ first: UInt8, _ rules: borrowing LocationRules) -> Bool {
    if first == LocationByte.slash {
      index = 1
      return true
    }
    guard first >= UInt8(ascii: "a"), first <= UInt8(ascii: "z") else { return false }
    var end = 1
    while end < source.count, SchemeGrammar.mayFollowLowercase(source[end]) { end += 1 }
    guard end + 2 < source.count, source[end] == LocationByte.colon,
      source[end + 1] == LocationByte.slash, source[end + 2] == LocationByte.slash
    else { return false }
    let own = rules.own(UnsafeBufferPointer(rebasing: source[..<end]))
    guard own.fragment == .text else { return false }
    layout.scheme = LocationRange(0..<end)
    index = end + 3
    switch own.authority {
    case .segment:
      layout.printsAuthority = true
      return true
    case .host: return scanHost()
    case .ignore: return false
    }
  }

  /// Reads a host that needs no decoding, without user and port.
  private mutating func scanHost() -> Bool {
    let start = index
    while index < source.count, SchemeGrammar.mayFollowLowercase(source[index]) {
      // Two hyphens may belong to `xn--`.
      if source[index] == LocationByte.hyphen, source[index - 1] == LocationByte.hyphen {
        return false
      }
      index += 1
    }
    guard index > start, source[index - 1] != LocationByte.dot else { return false }
    layout.host = LocationRange(start..<index)
    if index == source.count { return true }
    switch source[index] {
    case LocationByte.slash: index += 1
    case LocationByte.question, LocationByte.hash: break
    default: return false
    }
    return true
  }

  /// Reads segments, up to the start of the query or the fragment.
  private mutating func scanPath() -> Bool {
    var index = self.index
    let start = index - 1
    var previous = LocationByte.slash
    var all: UInt8 = 0
    var slashes = 0
    // Without a path, the last slash before the host is the root.
    if source[start] != LocationByte.slash { return scanNoPath() }
    let end = commonRun(from: index)
    guard end >= 0 else { return false }
    if end > index { previous = source[end - 1] }
    index = end
    let isCommon = end == source.count
    while index < source.count {
      let byte = source[index]
      all |= byte
      if LocationScanner.isPathMark(byte) {
        if byte == LocationByte.question || byte == LocationByte.hash { break }
        if byte == PercentCoding.percent || previous == LocationByte.slash { return false }
        if byte == LocationByte.slash { slashes += 1 }
      }
      previous = byte
      index += 1
    }
    self.index = index
    let keyEnd = index > start + 1 && previous == LocationByte.slash ? index - 1 : index
    layout.key = LocationRange(start..<keyEnd)
    layout.isASCII = all < 0x80
    layout.isCommon = isCommon
    return slashes < maximumSegments
  }

  /// Reads common bytes, eight at a time, from the first byte after a slash.
  ///
  /// Returns the first unread byte; -1 for a segment that is empty or begins with a dot.
  @inline(__always)
  private func commonRun(from start: Int) -> Int {
    let count = source.count
    // A text this short cannot exceed the segment limit. Otherwise, segments are counted byte by
    // byte.
    guard let base = source.baseAddress, count >= LocationWord.size,
      count &>> 1 < maximumSegments
    else { return start }
    var index = start
    // The mark for the slash before the word.
    var before: UInt64 = 0x80
    while index < count {
      // The last word overlaps bytes that were already read.
      let seen = max(0, index &+ LocationWord.size &- count)
      let word = LocationWord(base, at: index &- seen)
      guard word.isCommon else { break }
      let shift = UInt64(truncatingIfNeeded: 8 &* seen)
      let slashes = word.slashes &>> shift
      if word.slashesAndDots &>> shift & (slashes &<< 8 | before) != 0 { return -1 }
      before = slashes &>> 56
      index &+= LocationWord.size &- seen
    }
    return index
  }

  private mutating func scanNoPath() -> Bool {
    let slash = layout.host.bounds.lowerBound - 1
    layout.key = LocationRange(slash..<(slash + 1))
    return true
  }

  private mutating func scanQuery() -> Bool {
    guard index < source.count, source[index] == LocationByte.question else { return true }
    index += 1
    let start = index
    var marks = 0
    while index < source.count {
      let byte = source[index]
      if LocationScanner.isQueryMark(byte) {
        if byte == LocationByte.hash { break }
        if byte == PercentCoding.percent { return false }
        if byte == LocationByte.plus, plusAsSpace { return false }
        if byte == LocationByte.ampersand { marks += 1 }
      }
      index += 1
    }
    layout.query = LocationRange(start..<index)
    return marks < maximumQueryItems
  }

  private mutating func scanFragment() -> Bool {
    guard index < source.count else { return true }
    layout.hasFragment = true
    layout.fragment = LocationRange((index + 1)..<source.count)
    return !source[(index + 1)...].contains(PercentCoding.percent)
  }
}

extension LocationScanner {
  static func isPathMark(_ byte: UInt8) -> Bool {
    byte < 0x40 && pathMarks &>> UInt64(byte) & 1 == 1
  }

  static func isQueryMark(_ byte: UInt8) -> Bool {
    byte < 0x40 && queryMarks &>> UInt64(byte) & 1 == 1
  }

  // One bit for each of the first 64 characters, which include all these marks.
  private static let pathMarks: UInt64 = 0x8000_C028_0000_0000
  private static let queryMarks: UInt64 = 0x0000_0868_0000_0000
}
