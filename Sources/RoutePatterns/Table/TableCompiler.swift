/// Ranks entries and collects them in a graph.
struct TableCompiler {
  private(set) var graph: RouteGraph
  private(set) var roots: RouteRoots

  /// The scheme and host that the patterns of one root share.
  private struct RootKey: Hashable {
    var scheme: String?
    var host: HostPattern?
    var isFolded: Bool

    init(_ entry: RouteTable.Entry) {
      scheme = entry.scheme
      host = entry.host
      isFolded = !entry.isCaseSensitive
    }
  }

  private struct RootNodes {
    private(set) var keys: [RootKey] = []
    private(set) var nodes: [Int32] = []
    private var numbers: [RootKey: Int] = [:]
    private var last: (key: RootKey, node: Int32)?

    /// Returns the node of a root, and creates it if necessary.
    mutating func node(of key: RootKey, _ make: () -> Int32) -> Int32 {
      if let last, last.key == key { return last.node }
      let number = numbers[key] ?? keys.count
      if number == keys.count {
        keys.append(key)
        nodes.append(make())
        numbers[key] = number
      }
      last = (key, nodes[number])
      return nodes[number]
    }
  }

  init(_ entries: [RouteTable.Entry], options: RouteTable.Options) {
    let entryOfRank = RouteRank.sorted(entries, options.order)
    var builder = GraphBuilder(rankCount: entries.count)
    var spellings = LiteralSpellings()
    var roots = RootNodes()
    for (rank, index) in entryOfRank.enumerated() {
      let entry = entries[Int(index)]
      let node = roots.node(of: RootKey(entry)) { builder.addRoot() }
      builder.add(Self.shape(of: entry, &spellings), rank: Int32(rank), below: node)
    }
    var records: [UInt32]
    (graph, records) = GraphCompiler.compile(
      builder,
      roots: roots.nodes,
      spellings: spellings,
      order: entryOfRank,
      answers: entries.indices.map { RouteAnswer(entries[$0], at: Int32($0)) }
    )
    var global: [RouteRoots.Root] = []
    var schemes: [String: [RouteRoots.Root]] = [:]
    for (key, record) in zip(roots.keys, records) {
      let root = RouteRoots.Root(record: record, host: key.host, isFolded: key.isFolded)
      if let scheme = key.scheme {
        schemes[scheme, default: []].append(root)
      } else {
        global.append(root)
      }
    }
    self.roots = RouteRoots(global: global, schemes: schemes, options: options)
  }

  /// The shape of an entry, with its literals in their stored spelling.
  private static func shape(
    of entry: RouteTable.Entry,
    _ spellings: inout LiteralSpellings
  ) -> PatternShape {
    let shape = entry.pattern.shape
    if entry.isCaseSensitive {
      guard shape.hasUnicodeLiterals else { return shape }
      return PatternShape(entry.pattern.items) { spellings.store($0) }
    }
    return PatternShape(entry.pattern.items) { spellings.store($0.lowercased()) }
  }
}
