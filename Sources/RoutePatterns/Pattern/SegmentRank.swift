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

  /// Whether the classes behind the first 21 win over those of another rank; `nil` if they are
  /// alike.
  func tailWins(over other: SegmentRank) -> Bool? {
    tail == other.tail ? nil : tail.lexicographicallyPrecedes(other.tail)
  }
}

/// How exactly a segment is fixed: the smaller class wins.
package enum SegmentClass: UInt8, Comparable, Sendable {
  case literal, mixed, constrained, parameter, end, one, many

  /// Orders the more exact classes first.
  package static func < (left: SegmentClass, right: SegmentClass) -> Bool {
    left.rawValue < right.rawValue
  }
}

extension TemplateSegment {
  /// How exactly the segment is fixed; as the last one, `*` takes the rest.
  func segmentClass(isLast: Bool) -> SegmentClass {
    switch self {
    case .literal: .literal
    case .mixed: .mixed
    case .parameter(let parameter): parameter.type == .text ? .parameter : .constrained
    case .one: isLast ? .many : .one
    case .many: .many
    }
  }
}
