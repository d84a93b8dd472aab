/// Searches in one graph for one path: down by literals first, other choices kept as marks.
///
/// A search never allocates, unless the graph needs more marks or values than fit on the stack.
/// All pointers are valid for the life of the search; every index in `records` and `edges` was
/// checked when the graph was frozen, and `marks` and `slots` are as large as the graph demands.
struct GraphSearch {
  /// Held by the caller: counting references would cost as much as a step.
  let graph: Unmanaged<RouteGraph>
  let records: UnsafePointer<GraphRecord>
  let edges: UnsafePointer<GraphEdge>
  let path: PathView
  /// One capture for each slot of the route so far.
  let slots: UnsafeMutablePointer<RouteCapture>
  let marks: UnsafeMutablePointer<GraphMark>
  /// Whether literal text is compared lower-cased.
  let isFolded: Bool

  /// Where a search stands.
  struct Place {
    var node: Int
    var position: Int
    var slotCount = 0
    var markCount = 0
  }

  /// What a step came to: an entry, or one of the values below.
  typealias Step = Int32
  static let stuck: Step = -1
  static let down: Step = -2
  static let atEdges: Step = -3

  /// Finds routes until the sink has enough.
  ///
  /// - Returns: The entry of the last route that the sink took, or -1 if it wanted more; and where
  ///   it stood then.
  @inline(__always)
  func run<Sink: RouteSink>(
    from root: UInt32,
    _ sink: inout Sink
  ) -> (entry: Int32, place: Place) {
    var place = Place(node: Int(root), position: path.start)
    while true {
      var end = place.position &- 1
      var step = enter(&place, &end, &sink)
      if step == Self.atEdges {
        step = follow(Int(records[place.node].edges), to: end, &place, &sink)
      }
      while step == Self.stuck {
        guard place.markCount > 0 else { return (Self.stuck, place) }
        step = resume(&place, &sink)
      }
      if step >= 0 { return (step, place) }
    }
  }

  /// Whether a search that ended at a place has other ways to go.
  @inline(__always)
  func hasChoices(at place: Place) -> Bool {
    place.markCount > 0 || records[place.node].flags.contains(.hasEdges)
  }

  /// Enters a node and leaves it by a literal or by its parameter, if that is all it has.
  @inline(__always)
  private func enter<Sink: RouteSink>(
    _ place: inout Place,
    _ end: inout Int,
    _ sink: inout Sink
  ) -> Step {
    guard sink.wants(below: place.node) else { return Self.stuck }
    let record = records + place.node
    let flags = record.pointee.flags
    guard place.position <= path.count else {
      let value = record.pointee.value
      if value >= 0, sink.take(value, slots) { return value }
      return flags.contains(.hasEdges) ? Self.atEdges : Self.stuck
    }
    let segment = SegmentView(path, at: place.position)
    end = segment.end
    let child = literal(record, flags, segment, at: place.position)
    if child >= 0 {
      if flags.hasOthers { mark(record, flags, end, &place) }
      place.node = child
      place.position = end &+ 1
      return Self.down
    }
    if flags.contains(.hasEdges) { return Self.atEdges }
    guard flags.contains(.hasParameter), end > place.position else { return Self.stuck }
    takeSegment(to: end, node: Int(record.pointee.children) &- 1, &place)
    return Self.down
  }

  /// Keeps what a node offers beside its literals.
  @inline(__always)
  private func mark(
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
  func push(_ kind: GraphMark.Kind, at target: UInt32, end: Int, _ place: inout Place) {
    marks[place.markCount] = GraphMark(
      place: target,
      kind: kind,
      slots: UInt16(truncatingIfNeeded: place.slotCount),
      position: UInt32(truncatingIfNeeded: place.position),
      end: UInt32(truncatingIfNeeded: end)
    )
    place.markCount &+= 1
  }

  /// Gives the segment to the next slot and goes on behind it.
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

  /// Takes up the last mark.
  @inline(__always)
  private func resume<Sink: RouteSink>(_ place: inout Place, _ sink: inout Sink) -> Step {
    place.markCount &-= 1
    let mark = marks[place.markCount]
    place.slotCount = Int(mark.slots)
    place.position = Int(mark.position)
    switch mark.kind {
    case .parameter:
      takeSegment(to: Int(mark.end), node: Int(mark.place), &place)
      return Self.down
    case .edges: return follow(Int(mark.place), to: Int(mark.end), &place, &sink)
    case .more: return giveMore(Int(mark.place), from: Int(mark.end), &place, &sink)
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
