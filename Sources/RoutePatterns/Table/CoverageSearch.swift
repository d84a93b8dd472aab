/// Walks the pattern of one route through the graph of all routes, to check whether other routes
/// take each of its locations.
///
/// Where the pattern gives only the kind of a segment, the search follows an edge only if the edge
/// accepts every segment of that kind.
struct CoverageSearch {
  /// The maximum number of steps for one route; beyond them it counts as reachable.
  private static let workLimit = 10_000

  private let routes: CompiledTable
  private let hiding: Set<Int32>
  /// The targets of catch-alls: a search may stay there for any number of segments.
  private let repeating: Set<UInt32>
  private var rank: Int32 = 0
  private var shape = PatternShape([])
  private var isFolded = false
  private var rivals: Set<Int32> = []
  private var known: Set<Place> = []
  private var work = 0
  /// The remaining steps for comparing the texts of segments, for all routes together.
  private var textWork = 4_000_000

  /// `hiding` has the ranks that can hide others.
  init(_ routes: CompiledTable, hiding: Set<Int32>) {
    self.routes = routes
    self.hiding = hiding
    let many = routes.graph.edges.filter { $0.kind == .many || $0.kind == .rest }
    repeating = Set(many.map(\.target))
  }

  /// A place in the route's pattern, and the others' nodes after the same segments.
  private struct Place: Hashable {
    var token: Int
    var nodes: Set<Node>
  }

  /// A record of the graph, below a root that ignores case or not.
  struct Node: Hashable {
    var record: Int
    var isFolded: Bool
  }

  /// Finds the ranks that together take every location of a route; `nil` if some may remain.
  mutating func rivals(of rank: Int32, _ entry: RouteTable.Entry) -> Set<Int32>? {
    self.rank = rank
    shape = entry.pattern.shape
    isFolded = !entry.isCaseSensitive
    (rivals, known, work) = ([], [], 0)
    let roots = routes.roots.roots(covering: entry).filter { !isFolded || $0.isFolded }
    let nodes = Set(roots.map { Node(record: Int($0.record), isFolded: $0.isFolded) })
    return isCovered(0, closed(nodes)) ? rivals : nil
  }

  /// Whether others take every location that still matches the pattern from a token on.
  private mutating func isCovered(_ token: Int, _ nodes: Set<Node>) -> Bool {
    if nodes.isEmpty { return false }
    guard known.insert(Place(token: token, nodes: nodes)).inserted else { return true }
    work += nodes.count
    guard work <= Self.workLimit else { return false }
    guard token < shape.tokens.count else { return isTaken(nodes) }
    let current = shape.tokens[token]
    switch current.kind {
    case .optional:
      return isCovered(token + 1, nodes) && isCovered(Int(current.next), nodes)
    case .many:
      return isCovered(token + 1, nodes) && isCovered(token, after(current, nodes))
    default:
      return isCovered(token + 1, after(current, nodes))
    }
  }

  /// Whether a winning route ends here.
  private mutating func isTaken(_ nodes: Set<Node>) -> Bool {
    var best: Int32?
    for node in nodes {
      let entry = routes.graph.records[node.record].value
      var value = entry < 0 ? entry : routes.graph.ranks[Int(entry)]
      while value >= 0, value < rank {
        if hiding.contains(value), value < best ?? .max { best = value }
        value = routes.graph.sameEnd[Int(value)]
      }
    }
    if let best { rivals.insert(best) }
    return best != nil
  }

  private mutating func after(_ token: PatternToken, _ nodes: Set<Node>) -> Set<Node> {
    var next: Set<Node> = []
    for node in nodes {
      if token.kind == .literal, let child = literal(token, below: node) {
        next.insert(Node(record: child, isFolded: node.isFolded))
      }
      let record = routes.graph.records[node.record]
      if record.flags.contains(.hasParameter), token.kind != .many, !isEmpty(token) {
        next.insert(Node(record: Int(record.children) - 1, isFolded: node.isFolded))
      }
      for edge in edges(of: node) where takes(edge, token, isFolded: node.isFolded) {
        next.insert(Node(record: Int(edge.target), isFolded: node.isFolded))
      }
      if repeating.contains(UInt32(node.record)) { next.insert(node) }
    }
    return closed(next)
  }
}

extension CoverageSearch {
  private func edges(of node: Node) -> ArraySlice<GraphEdge> {
    let record = routes.graph.records[node.record]
    guard record.flags.contains(.hasEdges) else { return [] }
    let rest = routes.graph.edges[Int(record.edges)...]
    return rest.prefix(through: rest.firstIndex(where: \.isLast) ?? rest.startIndex)
  }

  /// Adds all nodes that are entered without a segment.
  private func closed(_ nodes: Set<Node>) -> Set<Node> {
    var closed = nodes
    var open = Array(nodes)
    while let node = open.popLast() {
      for edge in edges(of: node) where edge.kind.isFree {
        let target = Node(record: Int(edge.target), isFolded: node.isFolded)
        if closed.insert(target).inserted { open.append(target) }
      }
    }
    return closed
  }

  private func isEmpty(_ token: PatternToken) -> Bool {
    token.kind == .literal && shape.literal(token).isEmpty
  }

  private func literal(_ token: PatternToken, below node: Node) -> Int? {
    var text = String(decoding: shape.literal(token), as: UTF8.self)
    if node.isFolded { text = text.lowercased() }
    var spelled = routes.graph.spellings.find(text) ?? text
    return spelled.withUTF8 { routes.graph.child(of: node.record, $0) }
  }

  /// Whether an edge accepts every segment that matches a token.
  private mutating func takes(_ edge: GraphEdge, _ token: PatternToken, isFolded: Bool) -> Bool {
    guard !edge.kind.isFree, token.kind != .many, !isEmpty(token) else { return false }
    if edge.kind == .any { return true }
    switch token.kind {
    case .literal: return takes(edge, literal: shape.literal(token), isFolded)
    case .mixed, .typed: return takes(edge, shape.tests[Int(token.test)], isFolded)
    default: return false
    }
  }

  private mutating func takes(_ edge: GraphEdge, _ own: SegmentTest, _ isFolded: Bool) -> Bool {
    let other = type(of: edge).map(SegmentTest.type) ?? routes.graph.tests[Int(edge.test)]
    switch (own, other) {
    case (.type(let own), .type(let other)): return other == own || other.covers(own)
    case (.mixed(let own), .mixed(let other)) where own.key == other.key: return true
    default:
      guard let texts = SegmentTexts(own, isFolded: self.isFolded),
        let others = SegmentTexts(other, isFolded: isFolded)
      else { return false }
      return others.cover(texts, within: &textWork)
    }
  }

  private func takes(_ edge: GraphEdge, literal: ArraySlice<UInt8>, _ isFolded: Bool) -> Bool {
    let text = String(decoding: literal, as: UTF8.self)
    // A case-insensitive route also matches other spellings, and non-ASCII text matches in every
    // canonically equivalent one. A constraint or a type may accept only some of these.
    if self.isFolded, text.lowercased() != text.uppercased() { return false }
    if literal.contains(where: { $0 >= 0x80 }) { return false }
    var budget = MatchBudget()
    return literal.withUnsafeBufferPointer { segment in
      if let type = type(of: edge) { return type.fits(segment, &budget) }
      let test = routes.graph.tests[Int(edge.test)]
      return withUnsafeTemporaryAllocation(of: RouteCapture.self, capacity: Int(edge.slots)) {
        test.match(segment, at: 0, isFolded: isFolded, into: $0, &budget)
      }
    }
  }

  private func type(of edge: GraphEdge) -> ParameterType? {
    switch edge.kind {
    case .builtIn: ParameterType.builtIn(code: UInt8(truncatingIfNeeded: edge.test))
    case .typed:
      if case .type(let type) = routes.graph.tests[Int(edge.test)] { type } else { nil }
    default: nil
    }
  }
}

extension GraphEdge.Kind {
  /// Whether the edge can be followed without a segment.
  fileprivate var isFree: Bool {
    switch self {
    case .rest, .many, .enter, .leave: true
    case .mixed, .builtIn, .typed, .any: false
    }
  }
}
