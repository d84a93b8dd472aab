/// The entries of a table, their graph, and the search roots for each scheme and host.
@usableFromInline
final class CompiledTable: Sendable {
  @usableFromInline let owner: MatchOwner
  let graph: RouteGraph
  let roots: RouteRoots
  /// The only root, if it accepts every location, and the graph is ordered and fits the stack;
  /// otherwise -1.
  let onlyRoot: Int

  init(_ entries: [RouteTable.Entry], options: RouteTable.Options) {
    owner = MatchOwner(entries)
    let plan = TableCompiler(entries, options: options)
    graph = plan.graph
    roots = plan.roots
    onlyRoot =
      plan.graph.isOrdered && plan.graph.fitsStack
      ? plan.roots.only.map(Int.init) ?? -1 : -1
  }
}

extension CompiledTable {
  var entries: [RouteTable.Entry] { owner.entries }

  @inlinable
  func match(_ location: Location) -> RouteMatch? {
    var compact = CompactCaptures()
    return find(location, &compact).map { RouteMatch($0, compact, of: owner, location) }
  }

  /// Finds the winning route for a location; `nil` if no route matches, or the budget runs out.
  ///
  /// Sets `isOnly` to whether no other route matches; `false` if that is unknown.
  func match(
    _ location: Location,
    isOnly: inout Bool,
    within budget: inout MatchBudget
  ) -> RouteMatch? {
    var compact = CompactCaptures()
    guard onlyRoot >= 0 else {
      return findFromAnyRoot(location, &compact, &budget)
        .map { RouteMatch($0, compact, of: owner, location) }
    }
    let found = location.withPathKey { findFromOnlyRoot($0, location, &compact, &budget) }
    guard found.entry >= 0 else { return nil }
    isOnly = !found.hasMore && graph.sameEnd[Int(graph.ranks[Int(found.entry)])] < 0
    return RouteMatch(graph.answers[Int(found.entry)], compact, of: owner, location)
  }

  /// Finds the winning route for a location, and records the content of its match.
  @usableFromInline
  func find(_ location: Location, _ compact: inout CompactCaptures) -> RouteAnswer? {
    var budget = MatchBudget()
    guard onlyRoot >= 0 else { return findFromAnyRoot(location, &compact, &budget) }
    let entry = location.withPathKey { findFromOnlyRoot($0, location, &compact, &budget).entry }
    return entry < 0 ? nil : graph.answers[Int(entry)]
  }

  @inline(never)
  private func findFromOnlyRoot(
    _ path: UnsafeBufferPointer<UInt8>,
    _ location: Location,
    _ compact: inout CompactCaptures,
    _ budget: inout MatchBudget
  ) -> FirstRoute {
    graph.withStackSlots { slots in
      let root = UInt32(truncatingIfNeeded: onlyRoot)
      let found = graph.first(from: root, path, location.separator, slots, &budget)
      let entry = found.entry
      guard entry >= 0 else { return found }
      let answer = graph.answers[Int(entry)]
      if answer.isPlain, path.count <= CompactCaptures.pathCapacity {
        compact = CompactCaptures(path, separator: location.separator)
      } else {
        compact = Self.compact(answer, location, slots)
      }
      return found
    }
  }

  @inline(never)
  private static func compact(
    _ answer: RouteAnswer,
    _ location: Location,
    _ slots: UnsafePointer<RouteCapture>
  ) -> CompactCaptures {
    CompactCaptures(
      InlineCaptures(copying: slots, count: Int(answer.slotCount)),
      in: location.layout
    )
  }

  func match(of rank: Int32, _ location: Location, within budget: inout MatchBudget) -> RouteMatch?
  {
    let answer = graph.answers[Int(graph.order[Int(rank)])]
    let entry = entries[Int(answer.entry)]
    return entry.pattern
      .captures(
        of: location,
        host: entry.host,
        isCaseSensitive: entry.isCaseSensitive,
        within: &budget
      )
      .map { captures in
        let compact = CompactCaptures(InlineCaptures(captures), in: location.layout)
        return RouteMatch(answer, compact, of: owner, location)
      }
  }
}

extension CompiledTable {
  @inline(never)
  private func findFromAnyRoot(
    _ location: Location,
    _ compact: inout CompactCaptures,
    _ budget: inout MatchBudget
  ) -> RouteAnswer? {
    let found = location.withPathKey { path in
      let scheme = roots.scheme(of: location)
      let (first, second) = roots.namespaces(of: scheme)
      return best(in: first, path, location, scheme, &budget)
        ?? second.flatMap { best(in: $0, path, location, scheme, &budget) }
    }
    return found.map { found in
      compact = CompactCaptures(found.captures, in: location.layout)
      return graph.answers[Int(found.entry)]
    }
  }

  private func best(
    in namespace: RouteRoots.Namespace,
    _ path: UnsafeBufferPointer<UInt8>,
    _ location: Location,
    _ scheme: Int,
    _ budget: inout MatchBudget
  ) -> (entry: Int32, captures: InlineCaptures)? {
    VisitedSet.withMemory { memory in
      var visitor = BestRoute(of: graph, memory: memory)
      search(namespace, path, location, scheme, &visitor, &budget)
      guard !budget.isSpent else { return nil }
      return visitor.captures.map { (visitor.entry, $0) }
    }
  }

  /// Searches below every root of a namespace that accepts a location.
  @inline(__always)
  private func search(
    _ namespace: RouteRoots.Namespace,
    _ path: UnsafeBufferPointer<UInt8>,
    _ location: Location,
    _ scheme: Int,
    _ visitor: inout some MatchVisitor,
    _ budget: inout MatchBudget
  ) {
    for root in namespace where roots.fits(root, location, scheme: scheme) {
      graph.search(
        from: roots.all[root].record,
        path,
        location.separator,
        isFolded: roots.all[root].isFolded,
        &visitor,
        &budget
      )
    }
  }

  /// All matching routes, namespace by namespace, the winner first; empty if the budget runs out.
  func ranks(for location: Location, within budget: inout MatchBudget) -> [Int32] {
    let scheme = roots.scheme(of: location)
    let (first, second) = roots.namespaces(of: scheme)
    return location.withPathKey { path in
      var ranks = ranks(in: first, path, location, scheme, &budget)
      if let second { ranks += self.ranks(in: second, path, location, scheme, &budget) }
      return budget.isSpent ? [] : ranks
    }
  }

  /// Finds the ranks of all matching routes in a namespace, the winner first.
  private func ranks(
    in namespace: RouteRoots.Namespace,
    _ path: UnsafeBufferPointer<UInt8>,
    _ location: Location,
    _ scheme: Int,
    _ budget: inout MatchBudget
  ) -> [Int32] {
    VisitedSet.withMemory { memory in
      var visitor = AllRoutes(of: graph, memory: memory)
      search(namespace, path, location, scheme, &visitor, &budget)
      return visitor.ranks.count > 1 ? visitor.ranks.sorted() : visitor.ranks
    } ?? []
  }
}
