/// The exactness of a pattern's segments, from the left; smaller ranks win.
struct SegmentRank: Sendable {
  private static let bitsEach = 3
  private static let headCount = 21

  /// The classes of the first 21 segments, the first one in the highest bits.
  private(set) var head: UInt64 = 0
  private var count = 0
  /// The classes of the remaining segments.
  private var tail: [SegmentClass] = []
  /// The segments that mix text and parameters, by index.
  private var mixed: [(index: Int, exactness: SegmentExactness)] = []

  /// Whether ``head`` holds the whole rank.
  var isPlain: Bool { tail.isEmpty && mixed.isEmpty }

  mutating func append(_ exactness: SegmentExactness) {
    let segmentClass = exactness.segmentClass
    if count < Self.headCount {
      head |= UInt64(segmentClass.rawValue) << UInt64(60 - count * Self.bitsEach)
    } else {
      tail.append(segmentClass)
    }
    if segmentClass == .mixed { mixed.append((count, exactness)) }
    count += 1
  }

  /// Whether the rank wins over another one; `nil` if they are equal.
  func wins(over other: SegmentRank) -> Bool? {
    let difference = firstDifference(from: other)
    // Before that index, both have mixed segments at the same indices.
    for (own, theirs) in zip(mixed, other.mixed) where own.index < difference {
      if own.exactness != theirs.exactness { return own.exactness < theirs.exactness }
    }
    if difference == .max { return nil }
    return head == other.head ? tail.lexicographicallyPrecedes(other.tail) : head < other.head
  }

  private func firstDifference(from other: SegmentRank) -> Int {
    if head != other.head { return ((head ^ other.head).leadingZeroBitCount - 1) / Self.bitsEach }
    if tail == other.tail { return .max }
    let count = zip(tail, other.tail).prefix { $0 == $1 }.count
    return Self.headCount + count
  }
}

/// The exactness of a segment: the smaller one wins.
package struct SegmentExactness: Comparable, Sendable {
  package let segmentClass: SegmentClass
  /// The number of literal characters around parameters.
  package let literalCount: Int
  /// The number of parameters next to literal text that accept any text.
  package let openCount: Int

  init(_ segmentClass: SegmentClass, literalCount: Int = 0, openCount: Int = 0) {
    self.segmentClass = segmentClass
    self.literalCount = literalCount
    self.openCount = openCount
  }

  /// Orders by class, then by more literal text, then by fewer unconstrained parameters.
  package static func < (left: SegmentExactness, right: SegmentExactness) -> Bool {
    (left.segmentClass, -left.literalCount, left.openCount)
      < (right.segmentClass, -right.literalCount, right.openCount)
  }
}

/// The kinds of segments: the smaller class wins.
package enum SegmentClass: UInt8, Comparable, Sendable {
  case literal, mixed, constrained, parameter, end, one, many

  /// Orders more exact classes first.
  package static func < (left: SegmentClass, right: SegmentClass) -> Bool {
    left.rawValue < right.rawValue
  }
}

extension TemplateSegment {
  /// The exactness of the segment; a final `*` matches the rest.
  func exactness(isLast: Bool) -> SegmentExactness {
    guard case .mixed(let pieces) = self else {
      return SegmentExactness(segmentClass(isLast: isLast))
    }
    var (literalCount, openCount) = (0, 0)
    for piece in pieces {
      switch piece {
      case .literal(let text): literalCount += text.count
      case .parameter(let parameter): openCount += parameter.type == .text ? 1 : 0
      }
    }
    return SegmentExactness(.mixed, literalCount: literalCount, openCount: openCount)
  }

  /// The class of the segment; a final `*` matches the rest.
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
