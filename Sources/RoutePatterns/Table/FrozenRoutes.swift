/// The entries of a table, their graph, and where to begin for a scheme and a host.
final class FrozenRoutes: Sendable {
  let entries: [RouteTable.Entry]
  let graph: RouteGraph
  let roots: RouteRoots
  /// The only root, if there is but one and it fits every scheme and host; else -1.
  private let onlyRoot: Int

  /// Freezes entries.
  init(_ entries: [RouteTable.Entry], options: RouteTable.Options) {
    self.entries = entries
    let plan = FrozenRoutesPlan(entries, options: options)
    graph = plan.graph
    roots = plan.roots
    onlyRoot =
      plan.graph.isOrdered && plan.graph.fitsStack
      ? plan.roots.only.map(Int.init) ?? -1 : -1
  }
}

extension FrozenRoutes {
  /// Finds the route that wins for a location.
  @inline(__always)
  func match(_ location: Location) -> RouteMatch? {
    guard onlyRoot >= 0 else { return matchAnyRoot(location) }
    var captures = InlineCaptures()
    var short = ShortMatch()
    let separator = location.separator
    let rank = location.withPathKey { path in
      graph.first(from: UInt32(truncatingIfNeeded: onlyRoot), path, separator, &short, &captures)
    }
    guard rank >= 0 else { return nil }
    let answer = graph.answers[Int(rank)]
    if short.isEmpty { return makeWholeMatch(answer, location, captures) }
    return RouteMatch(answer.list, .short(short), entry: answer.entry)
  }

  /// Finds the rank of the winner in bytes, without a location.
  ///
  /// - Parameters:
  ///   - path: A slash and the decoded segments, with slashes between them.
  ///   - slots: Room for the values of any route.
  /// - Returns: The index of the entry, or -1.
  @inline(__always)
  func lookUp(
    _ path: UnsafeBufferPointer<UInt8>,
    slots: UnsafeMutablePointer<RouteCapture>
  ) -> Int {
    guard onlyRoot >= 0 else { return -1 }
    let rank = graph.first(
      from: UInt32(truncatingIfNeeded: onlyRoot),
      path,
      LocationByte.slash,
      slots
    )
    return rank < 0 ? -1 : Int(graph.answers[Int(rank)].entry)
  }

  /// Makes a match that needs its location, its pattern or its host.
  @inline(never)
  private func makeWholeMatch(
    _ answer: RouteAnswer,
    _ location: Location,
    _ captures: InlineCaptures
  ) -> RouteMatch {
    let entry = entries[Int(answer.entry)]
    let match = WholeMatch(
      location,
      entry.pattern,
      host: entry.host,
      isCaseSensitive: entry.isCaseSensitive,
      captures: captures
    )
    return RouteMatch(answer.list, .whole(match), entry: answer.entry)
  }

  /// Makes the match of a rank that is known to fit.
  func match(of rank: Int32, _ location: Location) -> RouteMatch? {
    let index = graph.answers[Int(rank)].entry
    let entry = entries[Int(index)]
    return entry.pattern.match(
      location,
      entry: index,
      host: entry.host,
      isCaseSensitive: entry.isCaseSensitive
    )
  }
}

extension FrozenRoutes {
  @inline(never)
  private func matchAnyRoot(_ location: Location) -> RouteMatch? {
    let found = location.withPathKey { path in
      let scheme = roots.scheme(of: location)
      let (first, second) = roots.namespaces(of: scheme)
      return best(in: first, path, location, scheme)
        ?? second.flatMap { best(in: $0, path, location, scheme) }
    }
    return found.map { makeWholeMatch(graph.answers[Int($0.rank)], location, $0.captures) }
  }

  private func best(
    in namespace: RouteRoots.Namespace,
    _ path: UnsafeBufferPointer<UInt8>,
    _ location: Location,
    _ scheme: Int
  ) -> (rank: Int32, captures: InlineCaptures)? {
    VisitedPlaces.withMemory { memory in
      var sink = BestRoute(of: graph, memory: memory)
      for root in namespace.roots where roots.fits(root, location, scheme: scheme) {
        graph.search(
          from: root.record,
          path,
          location.separator,
          isFolded: root.isFolded,
          &sink
        )
      }
      return sink.captures.map { (sink.rank, $0) }
    }
  }

  /// How many nodes the searches for the winner and for all routes enter.
  func visitCounts(for location: Location) -> (winner: Int, all: Int) {
    let root = roots.only ?? 0
    return location.withPathKey { path in
      VisitedPlaces.withMemory { memory in
        var best = BestRoute(of: graph, memory: memory)
        graph.search(from: root, path, location.separator, isFolded: false, &best)
        var all = AllRoutes(of: graph, memory: memory)
        graph.search(from: root, path, location.separator, isFolded: false, &all)
        return (best.visitCount, all.visitCount)
      }
    } ?? (0, 0)
  }

  /// Finds the rank of every route that fits, a namespace at a time, the winner first.
  func ranks(for location: Location) -> [Int32] {
    let scheme = roots.scheme(of: location)
    let (first, second) = roots.namespaces(of: scheme)
    return location.withPathKey { path in
      [first, second].compactMap(\.self)
        .flatMap { namespace in
          ranks(in: namespace, path, location, scheme).sorted()
        }
    }
  }

  private func ranks(
    in namespace: RouteRoots.Namespace,
    _ path: UnsafeBufferPointer<UInt8>,
    _ location: Location,
    _ scheme: Int
  ) -> [Int32] {
    VisitedPlaces.withMemory { memory in
      var sink = AllRoutes(of: graph, memory: memory)
      for root in namespace.roots where roots.fits(root, location, scheme: scheme) {
        graph.search(
          from: root.record,
          path,
          location.separator,
          isFolded: root.isFolded,
          &sink
        )
      }
      return sink.ranks
    } ?? []
  }
}
