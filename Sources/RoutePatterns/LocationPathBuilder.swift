/// Collects segments at the end of a buffer: decodes them, and takes dot segments out.
struct LocationPathBuilder {
  /// Where the path begins in the buffer.
  private let start: Int

  /// The most segments there may be.
  private let limit: Int

  /// How many segments there are.
  private var count = 0

  /// Whether the last segment was `.` or `..`, after which no trailing slash is left to drop.
  private var endsWithDots = false

  /// Where in the source the first segment beyond the limit began.
  private(set) var overflowOffset = 0

  /// Begins at the end of a buffer.
  init(_ bytes: [UInt8], limit: Int) {
    start = bytes.count
    self.limit = limit
  }

  /// Whether there are more segments than there may be.
  var isOverLimit: Bool { count > limit }

  /// Begins beside the last segment of another location.
  mutating func begin(beside base: Location, into bytes: inout [UInt8]) {
    base.appendSegments(to: &bytes)
    count = base.segmentCount
    removeLast(&bytes)
  }

  /// Appends one segment.
  ///
  /// - Returns: The offset in the source of the first byte that is not UTF-8, or `nil`.
  mutating func append(
    segment range: Range<Int>,
    of source: UnsafeBufferPointer<UInt8>,
    into bytes: inout [UInt8]
  ) -> Int? {
    bytes.append(LocationByte.joint)
    let first = bytes.count
    if let broken = PercentCoding.decode(source, range, into: &bytes) { return broken }
    count += 1
    let length = bytes.count - first
    endsWithDots =
      (1...2).contains(length) && bytes[first...].allSatisfy { $0 == LocationByte.dot }
    if endsWithDots {
      removeLast(&bytes)
      if length == 2 { removeLast(&bytes) }
    } else if count == limit + 1 {
      overflowOffset = range.lowerBound
    }
    return nil
  }

  /// Appends the segments of a path, which may begin with a slash.
  ///
  /// - Returns: The offset in the source of the first byte that is not UTF-8, or `nil`.
  mutating func append(
    path: Range<Int>,
    of source: UnsafeBufferPointer<UInt8>,
    into bytes: inout [UInt8]
  ) -> Int? {
    guard !path.isEmpty else { return nil }
    var first = path.lowerBound
    if source[first] == LocationByte.slash { first += 1 }
    for index in first...path.upperBound
    where index == path.upperBound || source[index] == LocationByte.slash {
      if let broken = append(segment: first..<index, of: source, into: &bytes) { return broken }
      first = index + 1
    }
    return nil
  }

  /// Drops one trailing slash.
  mutating func finish(_ bytes: inout [UInt8]) {
    if !endsWithDots, count > 0, bytes.last == LocationByte.joint { removeLast(&bytes) }
  }

  private mutating func removeLast(_ bytes: inout [UInt8]) {
    guard count > 0, let last = bytes[start...].lastIndex(of: LocationByte.joint) else { return }
    bytes.removeSubrange(last...)
    count -= 1
  }
}
