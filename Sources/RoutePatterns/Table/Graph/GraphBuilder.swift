/// Collects patterns in a graph: a tree by segments, except where optional parts join again.
///
/// Every edge points to a node that was created later.
struct GraphBuilder {
  struct Node {
    var firstEdge: Int32 = -1
    var lastEdge: Int32 = -1
    var literalCount: Int32 = 0
    /// The rank of the first route that ends here, or -1.
    var value: Int32 = -1
    /// Its index among the nodes with several incoming paths, or -1.
    var junction: Int32 = -1
  }

  struct Edge {
    var kind: Kind
    var source: Int32
    var target: Int32
    var nextSibling: Int32 = -1
    var slots: Int32 = 0
    var test: Int32 = -1
    var keyStart: Int32
    var keyEnd: Int32

    enum Kind: UInt8 {
      case literal, mixed, typed, parameter, one, many, enter, leave

      /// Whether it can be followed without a segment.
      var canBeEmpty: Bool { self == .many || self == .enter || self == .leave }
    }
  }

  private(set) var nodes: [Node] = []
  private(set) var edges: [Edge] = []
  private(set) var keys: [UInt8] = []
  private(set) var tests: [SegmentTest] = []
  private(set) var junctionCount = 0
  /// The next route by rank that ends at the same node, or -1.
  private(set) var sameEnd: [Int32]
  private var slots: [Int32]

  /// Reserves space for about one edge for each segment.
  init(rankCount: Int) {
    sameEnd = Array(repeating: -1, count: rankCount)
    var capacity = 64
    while capacity < rankCount * 4 { capacity *= 2 }
    slots = Array(repeating: -1, count: capacity)
    nodes.reserveCapacity(rankCount * 2)
    edges.reserveCapacity(rankCount * 2)
  }

  mutating func addRoot() -> Int32 { addNode() }

  /// Routes must be added in the order of their ranks.
  mutating func add(_ shape: PatternShape, rank: Int32, below root: Int32) {
    let end = insert(shape, from: 0, to: shape.tokens.count, at: root)
    var last = nodes[Int(end)].value
    guard last >= 0 else {
      nodes[Int(end)].value = rank
      return
    }
    while sameEnd[Int(last)] >= 0 { last = sameEnd[Int(last)] }
    sameEnd[Int(last)] = rank
  }

  private mutating func insert(
    _ shape: PatternShape,
    from start: Int,
    to end: Int,
    at node: Int32
  ) -> Int32 {
    var node = node
    var index = start
    while index < end {
      let token = shape.tokens[index]
      node =
        token.kind == .optional
        ? insertOptional(shape, index, at: node) : insertSegment(shape, token, at: node)
      index = Int(token.next)
    }
    return node
  }

  private mutating func insertSegment(
    _ shape: PatternShape,
    _ token: PatternToken,
    at node: Int32
  ) -> Int32 {
    let key = shape.bytes[Int(token.start)..<Int(token.end)]
    let (slot, edge) = find(key, from: node)
    if let edge { return edges[edge].target }
    let target = addNode()
    var kind = Edge.Kind.literal
    var test: Int32 = -1
    var count: Int32 = 1
    switch token.kind {
    case .literal, .optional: count = 0
    case .mixed, .typed:
      kind = token.kind == .mixed ? .mixed : .typed
      let segmentTest = shape.tests[Int(token.test)]
      count = Int32(segmentTest.slotCount)
      test = Int32(tests.count)
      tests.append(segmentTest)
    case .parameter: kind = .parameter
    case .one: kind = .one
    case .many:
      kind = .many
      makeJunction(target)
    }
    addEdge(kind, from: node, to: target, key: key, slots: count, test: test, at: slot)
    return target
  }

  private mutating func insertOptional(
    _ shape: PatternShape,
    _ index: Int,
    at node: Int32
  ) -> Int32 {
    let token = shape.tokens[index]
    let key = shape.bytes[Int(token.start)..<Int(token.end)]
    if let edge = find(key, from: node).edge { return edges[edge].target }
    let inside = addNode()
    addEdge(.enter, from: node, to: inside)
    let last = insert(shape, from: index + 1, to: Int(token.next), at: inside)
    let behind = addNode()
    makeJunction(behind)
    addEdge(.enter, from: last, to: behind)
    let slotEnd =
      Int(token.next) < shape.tokens.count
      ? shape.tokens[Int(token.next)].slot : Int32(shape.slots.count)
    let slot = find(key, from: node).slot
    addEdge(.leave, from: node, to: behind, key: key, slots: slotEnd - token.slot, at: slot)
    return behind
  }

  private mutating func addNode() -> Int32 {
    nodes.append(Node())
    return Int32(nodes.count - 1)
  }

  private mutating func makeJunction(_ node: Int32) {
    nodes[Int(node)].junction = Int32(junctionCount)
    junctionCount += 1
  }

  private mutating func addEdge(
    _ kind: Edge.Kind,
    from source: Int32,
    to target: Int32,
    key: ArraySlice<UInt8> = [],
    slots count: Int32 = 0,
    test: Int32 = -1,
    at slot: Int? = nil
  ) {
    let index = Int32(edges.count)
    let start = Int32(keys.count)
    keys.append(contentsOf: key)
    edges.append(
      Edge(
        kind: kind,
        source: source,
        target: target,
        slots: count,
        test: test,
        keyStart: start,
        keyEnd: Int32(keys.count)
      )
    )
    if kind == .literal { nodes[Int(source)].literalCount += 1 }
    let last = nodes[Int(source)].lastEdge
    if last >= 0 {
      edges[Int(last)].nextSibling = index
    } else {
      nodes[Int(source)].firstEdge = index
    }
    nodes[Int(source)].lastEdge = index
    if let slot {
      slots[slot] = index
      if edges.count * 2 > slots.count { grow() }
    }
  }
}

extension GraphBuilder {
  private func find(_ key: ArraySlice<UInt8>, from node: Int32) -> (slot: Int, edge: Int?) {
    var slot = firstSlot(of: key, from: node)
    while slots[slot] >= 0 {
      let edge = edges[Int(slots[slot])]
      if edge.source == node, edge.keyEnd - edge.keyStart == Int32(key.count),
        keys[Int(edge.keyStart)..<Int(edge.keyEnd)].elementsEqual(key)
      {
        return (slot, Int(slots[slot]))
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    return (slot, nil)
  }

  private func firstSlot(of key: ArraySlice<UInt8>, from node: Int32) -> Int {
    let hash = SegmentHash.mix(SegmentHash.hash(key), UInt64(truncatingIfNeeded: node))
    return Int(truncatingIfNeeded: hash &>> 24) & (slots.count - 1)
  }

  private mutating func grow() {
    slots = Array(repeating: -1, count: slots.count * 2)
    for (index, edge) in edges.enumerated() where edge.keyStart < edge.keyEnd {
      var slot = firstSlot(of: keys[Int(edge.keyStart)..<Int(edge.keyEnd)], from: edge.source)
      while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Int32(index)
    }
  }
}
