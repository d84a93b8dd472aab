/// Ranks entries and gathers them into a graph.
struct FrozenRoutesPlan {
  private(set) var graph: RouteGraph
  private(set) var roots: RouteRoots

  /// What shares one root.
  private struct RootKey: Hashable {
    var scheme: String?
    var host: HostPattern?
    var isFolded: Bool
  }

  init(_ entries: [RouteTable.Entry], options: RouteTable.Options) {
    let entryOfRank = Self.sorted(entries, options.order)
    var builder = GraphBuilder(rankCount: entries.count)
    var spellings = LiteralSpellings()
    var nodes: [Int32] = []
    var keys: [RootKey] = []
    for (rank, index) in entryOfRank.enumerated() {
      let entry = entries[Int(index)]
      let key = RootKey(
        scheme: entry.scheme,
        host: entry.host,
        isFolded: !entry.isCaseSensitive
      )
      var root = keys.count < 8 ? keys.firstIndex(of: key) : keys.lastIndex(of: key)
      if root == nil {
        root = keys.count
        keys.append(key)
        nodes.append(builder.addRoot())
      }
      let shape = Self.shape(of: entry, &spellings)
      if let root { builder.add(shape, rank: Int32(rank), below: nodes[root]) }
    }
    var records: [UInt32]
    (graph, records) = GraphFreezer.freeze(
      builder,
      roots: nodes,
      spellings: spellings,
      answers: entryOfRank.map { RouteAnswer(entries[Int($0)], at: $0) }
    )
    var global = RouteRoots.Namespace()
    var schemes: [String: RouteRoots.Namespace] = [:]
    for (key, record) in zip(keys, records) {
      let root = RouteRoots.Root(record: record, host: key.host, isFolded: key.isFolded)
      if let scheme = key.scheme {
        schemes[scheme, default: .init()].roots.append(root)
      } else {
        global.roots.append(root)
      }
    }
    roots = RouteRoots(global: global, schemes: schemes, options: options)
  }

  /// Orders the indices of the entries by rank.
  private static func sorted(_ entries: [RouteTable.Entry], _ order: RouteTable.Order) -> [Int32] {
    let firsts = RouteDuplicates.firsts(of: entries)
    let ranks = entries.indices.map { index in
      RouteRank(entries[index], at: index, order: order, first: firsts[index])
    }
    return entries.indices.map(Int32.init).sorted { ranks[Int($0)] < ranks[Int($1)] }
  }

  /// The shape of an entry, its literals spelled as they are stored.
  private static func shape(
    of entry: RouteTable.Entry,
    _ spellings: inout LiteralSpellings
  ) -> PatternShape {
    let shape = entry.pattern.form
    if entry.isCaseSensitive {
      guard shape.hasUnicodeLiterals else { return shape }
      return PatternShape(entry.pattern.items) { spellings.store($0) }
    }
    return PatternShape(entry.pattern.items) { spellings.store($0.lowercased()) }
  }
}
