/// Lays out a collected graph in breadth-first order.
struct GraphCompiler {
  private let builder: GraphBuilder
  private var graph = GraphDraft()
  /// The record of each node, or -1.
  private var recordOfNode: [Int32]
  private var queue: [Int32] = []

  /// Returns the graph, and the records of its roots.
  static func compile(
    _ builder: GraphBuilder,
    roots: [Int32],
    spellings: LiteralSpellings,
    order: [Int32],
    answers: [RouteAnswer]
  ) -> (RouteGraph, [UInt32]) {
    var compiler = GraphCompiler(builder: builder)
    compiler.graph.spellings = spellings
    compiler.graph.order = order
    compiler.graph.answers = answers
    compiler.queue.reserveCapacity(builder.nodes.count)
    for root in roots { compiler.place(root, at: compiler.addRecords(1)) }
    var next = 0
    while next < compiler.queue.count {
      compiler.layOut(compiler.queue[next])
      next += 1
    }
    compiler.finish()
    return (RouteGraph(compiler.graph), roots.map { UInt32(compiler.recordOfNode[Int($0)]) })
  }

  private init(builder: GraphBuilder) {
    self.builder = builder
    recordOfNode = Array(repeating: -1, count: builder.nodes.count)
    graph.tests = builder.tests
    graph.sameEnd = builder.sameEnd
    graph.records.reserveCapacity(builder.nodes.count * 3 / 2)
  }

  private mutating func addRecords(_ count: Int) -> Int {
    let start = graph.records.count
    var record = GraphRecord()
    record.length = GraphRecord.unused
    for _ in 0..<count { graph.records.append(record) }
    return start
  }

  private mutating func place(_ node: Int32, at index: Int) {
    recordOfNode[Int(node)] = Int32(index)
    graph.records[index].length = 0
    queue.append(node)
  }

  /// Assigns records to a node's children, and links the node's own record to them.
  private mutating func layOut(_ index: Int32) {
    let node = builder.nodes[Int(index)]
    var others: [Int32] = []
    var literals: [Int32] = []
    literals.reserveCapacity(Int(node.literalCount))
    var next = node.firstEdge
    while next >= 0 {
      let edge = builder.edges[Int(next)]
      if edge.kind == .literal { literals.append(next) } else { others.append(next) }
      next = edge.nextSibling
    }
    let record = Int(recordOfNode[Int(index)])
    graph.records[record].value = node.value
    if others.count == 1, builder.edges[Int(others[0])].kind == .parameter {
      place(builder.edges[Int(others[0])].target, at: addRecords(1))
      graph.records[record].flags.insert(.hasParameter)
    } else if !others.isEmpty {
      layOutEdges(others, of: record)
    }
    layOutLiterals(literals, of: record)
  }

  private mutating func layOutEdges(_ others: [Int32], of record: Int) {
    let sorted = inSearchOrder(others)
    graph.records[record].flags.insert(.hasEdges)
    graph.records[record].edges = UInt32(graph.edges.count)
    let start = graph.edges.count
    for index in sorted { graph.edges.append(compiled(builder.edges[Int(index)])) }
    graph.edges[graph.edges.count - 1].isLast = true
    for (offset, index) in sorted.enumerated() {
      let target = builder.edges[Int(index)].target
      if recordOfNode[Int(target)] < 0 { place(target, at: addRecords(1)) }
      graph.edges[start + offset].target = UInt32(recordOfNode[Int(target)])
    }
  }

  /// Sorts the edges of a node that are not literals: the more exact ones first.
  private func inSearchOrder(_ edges: [Int32]) -> [Int32] {
    guard edges.count > 1 else { return edges }
    let all = builder.edges
    return edges.sorted { (left, right) in
      let (first, second) = (all[Int(left)].kind, all[Int(right)].kind)
      return (min(first.rawValue, GraphBuilder.Edge.Kind.enter.rawValue), left)
        < (min(second.rawValue, GraphBuilder.Edge.Kind.enter.rawValue), right)
    }
  }

  private func compiled(_ edge: GraphBuilder.Edge) -> GraphEdge {
    let target = builder.nodes[Int(edge.target)]
    var result = GraphEdge(kind: .any)
    result.slots = UInt16(edge.slots)
    result.test = edge.test
    result.junction = target.junction
    switch edge.kind {
    case .mixed: result.kind = .mixed
    case .typed:
      result.kind = .typed
      if case .type(let type) = builder.tests[Int(edge.test)], type.isBuiltIn {
        result.kind = .builtIn
        result.test = Int32(type.code)
      }
    case .literal, .parameter, .one: result.kind = .any
    case .many: result.kind = target.firstEdge < 0 ? .rest : .many
    case .enter: result.kind = .enter
    case .leave: result.kind = .leave
    }
    return result
  }

  private mutating func layOutLiterals(_ literals: [Int32], of record: Int) {
    let hashes = literals.map { SegmentHash.hash(text(of: $0)) }
    let layout = LiteralLayout(hashes)
    let start = addRecords(layout.slots.count)
    graph.records[record].children = UInt32(start)
    graph.records[record].shift = layout.shift
    graph.records[record].flags.formUnion(.init(rawValue: UInt8(layout.longestProbe)))
    for (offset, literal) in layout.slots.enumerated() where literal >= 0 {
      let edge = literals[literal]
      place(builder.edges[Int(edge)].target, at: start + offset)
      setText(of: edge, at: start + offset)
      if text(of: edge).contains(where: { $0 >= 0x80 }) {
        graph.records[record].flags.insert(.hasUnicode)
      }
    }
  }

  private func text(of edge: Int32) -> ArraySlice<UInt8> {
    let edge = builder.edges[Int(edge)]
    return builder.keys[(Int(edge.keyStart) + PatternToken.literalOverhead)..<Int(edge.keyEnd)]
  }

  private mutating func setText(of edge: Int32, at index: Int) {
    let bytes = text(of: edge)
    // `TemplateParser.literalLimit` is a quarter of this limit, and lowercasing adds less than
    // that.
    assert(bytes.count <= GraphRecord.maximumLength, "a literal is too long for a record")
    graph.records[index].length = UInt16(bytes.count)
    graph.records[index].head = SegmentHash.word(bytes)
    if bytes.count > 16 {
      graph.records[index].tail = UInt64(graph.text.count)
      graph.text.append(contentsOf: bytes)
    } else if bytes.count > 8 {
      graph.records[index].tail = SegmentHash.word(bytes.suffix(8))
    }
  }
}

extension GraphCompiler {
  /// The ranks below a node, and the memory for a search there.
  private struct Reach {
    var floor = Int32.max
    var ceiling = Int32(-1)
    var points = 0
    var slots = 0

    mutating func formUnion(_ other: Reach) {
      floor = min(floor, other.floor)
      ceiling = max(ceiling, other.ceiling)
      points = max(points, other.points)
      slots = max(slots, other.slots)
    }
  }

  /// Determines whether a search finds routes in the order of their ranks, and how much memory it
  /// needs.
  private mutating func finish() {
    if graph.records.isEmpty { graph.records.append(GraphRecord()) }
    if graph.edges.isEmpty { graph.edges.append(GraphEdge(kind: .any, isLast: true)) }
    var isOrdered = !hasManyWays
    var reach = Array(repeating: Reach(), count: builder.nodes.count)
    for index in builder.nodes.indices.reversed() {
      reach[index] = self.reach(of: index, reach, &isOrdered)
      graph.pointCapacity = max(graph.pointCapacity, reach[index].points + 1)
      graph.slotCapacity = max(graph.slotCapacity, reach[index].slots)
    }
    graph.ranks = Array(repeating: 0, count: graph.order.count)
    for (rank, entry) in graph.order.enumerated() { graph.ranks[Int(entry)] = Int32(rank) }
    for index in graph.records.indices where graph.records[index].value >= 0 {
      graph.records[index].value = graph.order[Int(graph.records[index].value)]
    }
    graph.records = Array(graph.records[...])
    graph.edges = Array(graph.edges[...])
    guard !isOrdered else { return }
    graph.floors = Array(repeating: .max, count: graph.records.count)
    for (node, record) in recordOfNode.enumerated() where record >= 0 {
      graph.floors[Int(record)] = reach[node].floor
    }
  }

  private func reach(of index: Int, _ below: [Reach], _ isOrdered: inout Bool) -> Reach {
    let node = builder.nodes[index]
    func target(_ index: Int32) -> Reach {
      let edge = builder.edges[Int(index)]
      var target = below[Int(edge.target)]
      target.points += edge.kind == .many ? 2 : 1
      target.slots += Int(edge.slots)
      return target
    }
    var all = Reach()
    var others: [Int32] = []
    var next = node.firstEdge
    while next >= 0 {
      let edge = builder.edges[Int(next)]
      if edge.kind == .literal { all.formUnion(target(next)) } else { others.append(next) }
      next = edge.nextSibling
    }
    let chain = self.chain(from: node.value)
    for other in inSearchOrder(others) {
      let target = target(other)
      let kind = builder.edges[Int(other)].kind
      // The same routes can be below two edges, if an optional part joins again.
      if target.floor < all.ceiling { isOrdered = false }
      // At the end of the path, the node's own route is found before the routes of empty edges.
      if kind.canBeEmpty, target.floor < chain.ceiling { isOrdered = false }
      // A catch-all searches the same routes with each number of segments.
      if kind == .many, target.points > 2, target.floor < target.ceiling { isOrdered = false }
      all.formUnion(target)
    }
    all.formUnion(chain)
    return all
  }

  /// Whether a search can enter a node often at the same position of a path: it must then remember
  /// where it was.
  private var hasManyWays: Bool {
    var ways = Array(repeating: 0, count: builder.nodes.count)
    var isBelowMany = Array(repeating: false, count: builder.nodes.count)
    // Every edge points to a node that was created later.
    for (index, node) in builder.nodes.enumerated() {
      let own = max(ways[index], 1)
      guard own <= Self.mostWays else { return true }
      var next = node.firstEdge
      while next >= 0 {
        let edge = builder.edges[Int(next)]
        if edge.kind == .many, isBelowMany[index] { return true }
        ways[Int(edge.target)] += own
        if edge.kind == .many || isBelowMany[index] { isBelowMany[Int(edge.target)] = true }
        next = edge.nextSibling
      }
    }
    return false
  }

  /// Three optional parts in a row.
  private static var mostWays: Int { 8 }

  private func chain(from value: Int32) -> Reach {
    var reach = Reach()
    var rank = value
    while rank >= 0 {
      reach.floor = min(reach.floor, rank)
      reach.ceiling = max(reach.ceiling, rank)
      rank = builder.sameEnd[Int(rank)]
    }
    return reach
  }
}
