/// Collects segments at the end of a buffer: decodes them, and removes dot segments.
struct LocationPathBuilder {
  let start: Int

  /// The source offset of the first segment beyond the limit.
  private(set) var overflowOffset = 0

  private let limit: Int

  private var count = 0

  /// Whether the last segment was `.` or `..`, so that no trailing slash is left to drop.
  private var endsWithDots = false

  init(_ writer: LocationWriter, limit: Int) {
    start = writer.count
    self.limit = limit
  }

  var isOverLimit: Bool { count > limit }

  /// Starts with all segments of another location except the last one.
  mutating func begin(beside base: Location, into writer: inout LocationWriter) {
    base.appendSegments(to: &writer)
    count = base.segmentCount
    removeLast(&writer)
  }

  /// Returns the offset in the source of the first byte that is not UTF-8, or `nil`.
  mutating func append(
    segment range: Range<Int>,
    of source: UnsafeBufferPointer<UInt8>,
    into writer: inout LocationWriter
  ) -> Int? {
    writer.append(LocationByte.separator)
    let first = writer.count
    if let broken = PercentCoding.decode(source, range, into: &writer) { return broken }
    count += 1
    let length = writer.count - first
    endsWithDots =
      (1...2).contains(length) && writer[first] == LocationByte.dot
      && writer.last == LocationByte.dot
    if endsWithDots {
      removeLast(&writer)
      if length == 2 { removeLast(&writer) }
    } else if count - 1 == limit {
      overflowOffset = range.lowerBound
    }
    return nil
  }

  /// Appends the segments of a path, which may begin with a slash.
  ///
  /// Returns the offset in the source of the first byte that is not UTF-8, or `nil`.
  mutating func append(
    path: Range<Int>,
    of source: UnsafeBufferPointer<UInt8>,
    into writer: inout LocationWriter
  ) -> Int? {
    guard !path.isEmpty else { return nil }
    var first = path.lowerBound
    if source[first] == LocationByte.slash { first += 1 }
    for index in first...path.upperBound
    where index == path.upperBound || source[index] == LocationByte.slash {
      if let broken = append(segment: first..<index, of: source, into: &writer) { return broken }
      first = index + 1
    }
    return nil
  }

  mutating func finish(_ writer: inout LocationWriter) {
    if !endsWithDots, count > 0, writer.last == LocationByte.separator { removeLast(&writer) }
  }

  private mutating func removeLast(_ writer: inout LocationWriter) {
    guard let last = writer.lastIndex(of: LocationByte.separator, from: start) else { return }
    writer.remove(from: last)
    count -= 1
  }
}
