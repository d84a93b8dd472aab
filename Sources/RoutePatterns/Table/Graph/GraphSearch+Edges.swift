extension GraphSearch {
  /// Follows the first matching edge, and saves the others as backtrack points.
  ///
  /// Works on a copy of the place, so that the search itself stays in registers. `end` is the end
  /// of the segment, or before the position if no segment is left.
  @inline(__always)
  func follow<Visitor: MatchVisitor>(
    _ first: Int,
    to end: Int,
    _ place: inout Place,
    _ visitor: inout Visitor
  ) -> Step {
    let (step, moved) = followOnCopy(first, to: end, place, &visitor)
    place = moved
    return step
  }

  @inline(never)
  private func followOnCopy<Visitor: MatchVisitor>(
    _ first: Int,
    to end: Int,
    _ start: Place,
    _ visitor: inout Visitor
  ) -> (Step, Place) {
    var index = first
    while true {
      var place = start
      let edge = edges[index]
      if !edge.isLast {
        push(.edges, at: UInt32(truncatingIfNeeded: index &+ 1), end: end, &place)
      }
      let step = take(edge, index, to: end, &place, &visitor)
      if step != Self.stuck { return (step, place) }
      if edge.isLast { return (step, start) }
      index &+= 1
    }
  }

  @inline(__always)
  private func take<Visitor: MatchVisitor>(
    _ edge: GraphEdge,
    _ index: Int,
    to end: Int,
    _ place: inout Place,
    _ visitor: inout Visitor
  ) -> Step {
    switch edge.kind {
    case .builtIn, .typed, .any:
      guard end > place.position, fits(edge, place.position, end) else { return Self.stuck }
      takeSegment(to: end, node: Int(edge.target), &place)
      return Self.down
    case .mixed:
      guard end > place.position, takeMixed(edge, to: end, &place) else { return Self.stuck }
      place.node = Int(edge.target)
      place.position = end &+ 1
      return Self.down
    case .rest:
      guard isNew(edge, path.count &+ 1, &visitor) else { return Self.stuck }
      capture(from: place.position, to: path.count, &place)
      let value = records[Int(edge.target)].value
      return visitor.take(value, slots) ? value : Self.stuck
    case .many: return enterMany(edge, index, from: place.position, &place, &visitor)
    case .enter, .leave:
      guard isNew(edge, place.position, &visitor) else { return Self.stuck }
      for offset in 0..<Int(edge.slots) { slots[place.slotCount &+ offset] = .absent }
      place.slotCount &+= Int(edge.slots)
      place.node = Int(edge.target)
      return Self.down
    }
  }

  private func isNew<Visitor: MatchVisitor>(
    _ edge: GraphEdge,
    _ position: Int,
    _ visitor: inout Visitor
  ) -> Bool {
    edge.junction < 0 || visitor.isNew(junction: edge.junction, at: position)
  }

  @inline(__always)
  private func fits(_ edge: GraphEdge, _ start: Int, _ end: Int) -> Bool {
    if edge.kind == .any { return true }
    let segment = UnsafeBufferPointer(start: path.bytes + start, count: end &- start)
    if edge.kind == .builtIn {
      budget.pointee.spend(end &- start)
      return BuiltInType.fits(code: UInt8(truncatingIfNeeded: edge.test), segment)
    }
    return graph._withUnsafeGuaranteedRef { graph in
      guard let automaton = graph.automata[Int(edge.test)] else {
        return graph.tests[Int(edge.test)].fits(segment, &budget.pointee)
      }
      return automaton._withUnsafeGuaranteedRef { $0.accepts(segment, &budget.pointee) }
    }
  }

  private func takeMixed(_ edge: GraphEdge, to end: Int, _ place: inout Place) -> Bool {
    let start = place.position
    let segment = UnsafeBufferPointer(start: path.bytes + start, count: end &- start)
    let captures = UnsafeMutableBufferPointer(
      start: slots + place.slotCount,
      count: Int(edge.slots)
    )
    let fits = graph._withUnsafeGuaranteedRef { graph in
      graph.tests[Int(edge.test)]
        .match(segment, at: start, isFolded: isFolded, into: captures, &budget.pointee)
    }
    guard fits else { return false }
    place.slotCount &+= Int(edge.slots)
    return true
  }

  /// Continues after a catch-all that took the path from `start` to the position.
  private func enterMany<Visitor: MatchVisitor>(
    _ edge: GraphEdge,
    _ index: Int,
    from start: Int,
    _ place: inout Place,
    _ visitor: inout Visitor
  ) -> Step {
    guard isNew(edge, place.position, &visitor) else { return Self.stuck }
    if place.position <= path.count {
      push(.more, at: UInt32(truncatingIfNeeded: index), end: start, &place)
    }
    capture(from: start, to: place.position &- 1, &place)
    place.node = Int(edge.target)
    return Self.down
  }

  /// Extends a catch-all that began at `start` by one segment.
  @inline(__always)
  func giveMore<Visitor: MatchVisitor>(
    _ index: Int,
    from start: Int,
    _ place: inout Place,
    _ visitor: inout Visitor
  ) -> Step {
    let (step, moved) = giveMoreOnCopy(index, from: start, place, &visitor)
    place = moved
    return step
  }

  @inline(never)
  private func giveMoreOnCopy<Visitor: MatchVisitor>(
    _ index: Int,
    from start: Int,
    _ place: Place,
    _ visitor: inout Visitor
  ) -> (Step, Place) {
    var place = place
    place.position = path.segmentEnd(from: place.position) &+ 1
    let step = enterMany(edges[index], index, from: start, &place, &visitor)
    return (step, place)
  }
}
