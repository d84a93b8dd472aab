/// The first captures of a match in little room; others are found again when they are asked for.
struct InlineCaptures: Sendable {
  static let capacity = 6

  private typealias Ends = (UInt16, UInt16)

  private var ends: (Ends, Ends, Ends, Ends, Ends, Ends)
  /// Whether every offset fits.
  let isExact: Bool

  /// Copies the captures of a search, which always has room for as many.
  init(copying source: UnsafePointer<RouteCapture>) {
    var isExact = true
    func ends(_ index: Int) -> Ends {
      let capture = source[index]
      guard capture.isPresent else { return (.max, .max) }
      if max(capture.start, capture.end) >= UInt16.max { isExact = false }
      return (UInt16(truncatingIfNeeded: capture.start), UInt16(truncatingIfNeeded: capture.end))
    }
    self.ends = (ends(0), ends(1), ends(2), ends(3), ends(4), ends(5))
    self.isExact = isExact
  }

  /// Copies the first of some captures.
  init(_ source: [RouteCapture]) {
    let padding = Array(repeating: RouteCapture.absent, count: Self.capacity)
    self = (source + padding)
      .withUnsafeBufferPointer { source in
        source.baseAddress.map { InlineCaptures(copying: $0) } ?? InlineCaptures()
      }
  }

  /// No captures.
  @inline(__always)
  init() {
    let none: Ends = (.max, .max)
    ends = (none, none, none, none, none, none)
    isExact = true
  }

  /// The first captures.
  ///
  /// - Returns: `nil` if more are wanted than there are, or if they are not exact.
  func first(_ count: Int) -> [RouteCapture]? {
    guard isExact, count <= Self.capacity else { return nil }
    let all = [ends.0, ends.1, ends.2, ends.3, ends.4, ends.5]
    return all.prefix(count)
      .map { start, end in
        start == .max ? .absent : RouteCapture(start: UInt32(start), end: UInt32(end))
      }
  }
}
