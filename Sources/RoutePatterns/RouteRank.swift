/// The place of a route among all routes that fit: the smaller rank wins.
struct RouteRank: Comparable, Sendable {
  let priority: Int
  let hostClass: Int
  let segmentClasses: [SegmentClass]
  let registration: Int

  static func < (left: RouteRank, right: RouteRank) -> Bool {
    if left.priority != right.priority { return left.priority > right.priority }
    if left.hostClass != right.hostClass { return left.hostClass < right.hostClass }
    if left.segmentClasses != right.segmentClasses {
      return left.segmentClasses.lexicographicallyPrecedes(right.segmentClasses)
    }
    return left.registration < right.registration
  }
}

/// How exactly a segment is fixed: the smaller class wins.
enum SegmentClass: UInt8, Comparable, Sendable {
  case literal, mixed, constrained, parameter, end, one, many

  init(_ segment: TemplateSegment, isLast: Bool) {
    self =
      switch segment {
      case .literal: .literal
      case .mixed: .mixed
      case .parameter(let parameter): parameter.type == .text ? .parameter : .constrained
      case .one: isLast ? .many : .one
      case .many: .many
      }
  }

  static func < (left: SegmentClass, right: SegmentClass) -> Bool { left.rawValue < right.rawValue }

  /// The classes of a whole pattern, optional parts written out, with its end.
  static func classes(of items: [TemplateItem]) -> [SegmentClass] {
    let segments = items.writtenOut
    return segments.enumerated()
      .map { index, segment in
        SegmentClass(segment, isLast: index == segments.count - 1)
      } + [.end]
  }
}
