/// The segment classes of a pattern from the left; the smaller ones win.
struct SegmentRank: Sendable {
  private static let bitsEach = 3
  private static let headCount = 21

  /// The first 21 classes, the first one in the highest bits.
  private(set) var head: UInt64 = 0
  private var count = 0
  /// The others.
  private(set) var tail: [SegmentClass] = []

  mutating func append(_ segmentClass: SegmentClass) {
    if count < Self.headCount {
      head |= UInt64(segmentClass.rawValue) << UInt64(60 - count * Self.bitsEach)
    } else {
      tail.append(segmentClass)
    }
    count += 1
  }
}

/// How exactly a segment is fixed: the smaller class wins.
enum SegmentClass: UInt8, Comparable, Sendable {
  case literal, mixed, constrained, parameter, end, one, many

  static func < (left: SegmentClass, right: SegmentClass) -> Bool { left.rawValue < right.rawValue }
}
