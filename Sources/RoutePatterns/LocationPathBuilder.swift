/// Collects segments: decodes them, and takes dot segments out.
struct LocationPathBuilder {
  /// Every segment so far after a ``LocationPath/otherSeparator``.
  private var joined: [UInt8] = []

  /// How many segments there are.
  private var count = 0

  /// Where in the source the first segment beyond the limit began.
  private(set) var overflowOffset: Int?

  /// Whether the last segment was `.` or `..`, after which no trailing slash is left to drop.
  private var endsWithDots = false

  let limit: Int

  init(limit: Int) {
    self.limit = limit
  }

  /// Begins beside the last segment of a path.
  mutating func begin(beside path: LocationPath) {
    joined = path.joined
    count = path.segmentCount
    removeLast()
  }

  /// Appends one segment.
  ///
  /// - Returns: The offset in the source of the first byte that is not UTF-8, or `nil`.
  mutating func append(
    _ source: UnsafeBufferPointer<UInt8>,
    segment range: Range<Int>
  ) -> Int? {
    let start = joined.count
    joined.append(LocationPath.otherSeparator)
    if let broken = PercentCoding.decode(source, range, into: &joined) { return broken }
    count += 1
    let segment = joined[(start + 1)...]
    endsWithDots = segment == [LocationByte.dot] || segment == [LocationByte.dot, LocationByte.dot]
    if endsWithDots {
      let goesUp = segment.count == 2
      removeLast()
      if goesUp { removeLast() }
    }
    if count == limit + 1 { overflowOffset = range.lowerBound }
    return nil
  }

  /// Appends the segments of a path, which may begin with a slash.
  ///
  /// - Returns: The offset in the source of the first byte that is not UTF-8, or `nil`.
  mutating func append(_ source: UnsafeBufferPointer<UInt8>, path: Range<Int>) -> Int? {
    guard !path.isEmpty else { return nil }
    var start = path.lowerBound
    if source[start] == LocationByte.slash { start += 1 }
    for index in start...path.upperBound
    where index == path.upperBound || source[index] == LocationByte.slash {
      if let broken = append(source, segment: start..<index) { return broken }
      start = index + 1
    }
    return nil
  }

  /// Drops one trailing slash and answers the path, or `nil` if it has too many segments.
  mutating func finish() -> LocationPath? {
    if !endsWithDots, joined.last == LocationPath.otherSeparator { removeLast() }
    guard count <= limit else { return nil }
    return LocationPath(joined: joined)
  }

  private mutating func removeLast() {
    guard let last = joined.lastIndex(of: LocationPath.otherSeparator) else { return }
    joined.removeSubrange(last...)
    count -= 1
  }
}
