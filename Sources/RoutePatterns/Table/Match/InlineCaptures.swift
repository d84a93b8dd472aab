/// The first captures of a match in compact form; others are searched again on demand.
struct InlineCaptures: Sendable {
  static let capacity = 6

  /// Two captures per word, each a start and an end of 16 bits; all ones for an absent capture.
  let words: (UInt64, UInt64, UInt64)
  /// Whether every offset fits into 16 bits.
  let isExact: Bool

  @inline(__always)
  init(words: (UInt64, UInt64, UInt64), isExact: Bool) {
    self.words = words
    self.isExact = isExact
  }

  init(copying source: UnsafePointer<RouteCapture>, count: Int) {
    var isExact = true
    func word(_ first: Int) -> UInt64 {
      var word = UInt64.max
      for index in first..<first + 2 where index < count && source[index].isPresent {
        let capture = source[index]
        if max(capture.start, capture.end) >= UInt16.max { isExact = false }
        let ends =
          UInt64(UInt16(truncatingIfNeeded: capture.start))
          | UInt64(UInt16(truncatingIfNeeded: capture.end)) << 16
        let shift = UInt64((index - first) * 32)
        word = word & ~(UInt64(UInt32.max) << shift) | ends << shift
      }
      return word
    }
    words = (word(0), word(2), word(4))
    self.isExact = isExact
  }

  init(_ source: [RouteCapture]) {
    self = source.withUnsafeBufferPointer { captures in
      captures.baseAddress.map { InlineCaptures(copying: $0, count: captures.count) }
        ?? InlineCaptures(words: (.max, .max, .max), isExact: true)
    }
  }

  /// Writes the first captures into a buffer.
  ///
  /// - Returns: `false` for more than ``capacity`` captures, or if they are not exact.
  func write(_ count: Int, to buffer: UnsafeMutableBufferPointer<RouteCapture>) -> Bool {
    guard isExact, count <= Self.capacity else { return false }
    for index in 0..<count {
      let word = index < 2 ? words.0 : index < 4 ? words.1 : words.2
      let ends = UInt32(truncatingIfNeeded: index % 2 == 0 ? word : word >> 32)
      buffer.initializeElement(
        at: index,
        to: ends == .max ? .absent : RouteCapture(start: ends & 0xFFFF, end: ends >> 16)
      )
    }
    return true
  }
}
