/// Searches one graph for one path: literals first, with backtrack points for other choices.
///
/// A search never allocates, unless the graph needs more backtrack points or values than fit on the
/// stack. All pointers are valid for the lifetime of the search. The compiler of the graph checked
/// every index in `records` and `edges`, and `points` and `slots` have the size that the graph
/// needs.
struct GraphSearch {
  /// The caller retains it: reference counting would cost as much as a step.
  let graph: Unmanaged<RouteGraph>
  let records: UnsafePointer<GraphRecord>
  let edges: UnsafePointer<GraphEdge>
  let path: PathView
  let slots: UnsafeMutablePointer<RouteCapture>
  let points: UnsafeMutablePointer<BacktrackPoint>
  let isFolded: Bool
  /// The budget of the look-up, for choices, tests and other spellings.
  let budget: UnsafeMutablePointer<MatchBudget>

  struct Place {
    var node: Int
    var position: Int
    var slotCount = 0
    var pointCount = 0
  }

  /// The result of a step: an entry, or one of the following values.
  typealias Step = Int32
  static let stuck: Step = -1
  static let down: Step = -2
  static let atEdges: Step = -3
  /// Ends the search like an entry, because the budget is spent.
  static let spent: Step = .max

  /// Finds routes until the visitor has enough, or the budget is spent and the result is not valid.
  @inline(__always)
  func run<Visitor: MatchVisitor>(
    from root: UInt32,
    _ visitor: inout Visitor
  ) {
    var place = Place(node: Int(root), position: path.start)
    while true {
      var end = place.position &- 1
      var step = enter(&place, &end, &visitor)
      if step == Self.atEdges {
        step = follow(Int(records[place.node].edges), to: end, &place, &visitor)
      }
      while step == Self.stuck {
        guard place.pointCount > 0 else { return }
        step = resume(&place, &visitor)
      }
      guard step < 0 else {
        // A route that ends at this place stops the search before the edges of the place.
        let hasEdges = records[place.node].flags.contains(.hasEdges)
        return visitor.end(hasMore: place.pointCount > 0 || hasEdges)
      }
    }
  }

  /// Enters a node, and leaves it by a literal or its parameter if it has no other edges.
  @inline(__always)
  private func enter<Visitor: MatchVisitor>(
    _ place: inout Place,
    _ end: inout Int,
    _ visitor: inout Visitor
  ) -> Step {
    guard visitor.wants(below: place.node) else { return Self.stuck }
    let record = records + place.node
    let flags = record.pointee.flags
    guard place.position <= path.count else {
      let value = record.pointee.value
      if value >= 0, visitor.take(value, slots) { return value }
      return flags.contains(.hasEdges) ? Self.atEdges : Self.stuck
    }
    let segment = SegmentView(path, at: place.position)
    end = segment.end
    let child = literal(record, flags, segment, at: place.position)
    if child >= 0 {
      if flags.hasOthers { pushOthers(record, flags, end, &place) }
      place.node = child
      place.position = end &+ 1
      return Self.down
    }
    if flags.contains(.hasEdges) { return Self.atEdges }
    guard flags.contains(.hasParameter), end > place.position else { return Self.stuck }
    takeSegment(to: end, node: Int(record.pointee.children) &- 1, &place)
    return Self.down
  }

  @inline(__always)
  private func pushOthers(
    _ record: UnsafePointer<GraphRecord>,
    _ flags: GraphRecord.Flags,
    _ end: Int,
    _ place: inout Place
  ) {
    let isPlain = flags.contains(.hasParameter)
    if isPlain, end == place.position { return }
    push(
      isPlain ? .parameter : .edges,
      at: isPlain ? record.pointee.children &- 1 : record.pointee.edges,
      end: end,
      &place
    )
  }

  @inline(__always)
  func push(_ kind: BacktrackPoint.Kind, at target: UInt32, end: Int, _ place: inout Place) {
    points[place.pointCount] = BacktrackPoint(
      place: target,
      kind: kind,
      slots: UInt16(truncatingIfNeeded: place.slotCount),
      position: UInt32(truncatingIfNeeded: place.position),
      end: UInt32(truncatingIfNeeded: end)
    )
    place.pointCount &+= 1
  }

  /// Captures the segment in the next slot and moves past it.
  @inline(__always)
  func takeSegment(to end: Int, node target: Int, _ place: inout Place) {
    capture(from: place.position, to: end, &place)
    place.node = target
    place.position = end &+ 1
  }

  @inline(__always)
  func capture(from start: Int, to end: Int, _ place: inout Place) {
    slots[place.slotCount] = RouteCapture(
      start: UInt32(truncatingIfNeeded: start),
      end: UInt32(truncatingIfNeeded: end)
    )
    place.slotCount &+= 1
  }

  /// Resumes at the last backtrack point, and continues without choices, at most to the path's end.
  @inline(__always)
  private func resume<Visitor: MatchVisitor>(_ place: inout Place, _ visitor: inout Visitor) -> Step
  {
    place.pointCount &-= 1
    let point = points[place.pointCount]
    let rest = path.count &- Int(point.position)
    guard budget.pointee.spend(MatchBudget.choice &+ rest &>> 3) else { return Self.spent }
    place.slotCount = Int(point.slots)
    place.position = Int(point.position)
    switch point.kind {
    case .parameter:
      takeSegment(to: Int(point.end), node: Int(point.place), &place)
      return Self.down
    case .edges: return follow(Int(point.place), to: Int(point.end), &place, &visitor)
    case .more: return giveMore(Int(point.place), from: Int(point.end), &place, &visitor)
    }
  }
}

extension GraphRecord.Flags {
  /// Whether a node has more than literal children.
  @inline(__always)
  var hasOthers: Bool { rawValue & 0xC0 != 0 }

  @inline(__always)
  var probes: Int { Int(rawValue & Self.probeMask) }
}
