/// The entries of a table, their graph, and where to begin for a scheme and a host.
@usableFromInline
final class FrozenRoutes: Sendable {
  @usableFromInline let owner: MatchOwner
  let graph: RouteGraph
  let roots: RouteRoots
  /// The only root, if there is but one and it fits every scheme and host; else -1.
  let onlyRoot: Int

  /// Freezes entries.
  init(_ entries: [RouteTable.Entry], options: RouteTable.Options) {
    owner = MatchOwner(entries)
    let plan = FrozenRoutesPlan(entries, options: options)
    graph = plan.graph
    roots = plan.roots
    onlyRoot =
      plan.graph.isOrdered && plan.graph.fitsStack
      ? plan.roots.only.map(Int.init) ?? -1 : -1
  }
}

extension FrozenRoutes {
  var entries: [RouteTable.Entry] { owner.entries }

  /// Finds the route that wins for a location.
  @inlinable
  func match(_ location: Location) -> RouteMatch? {
    var notes = MatchNotes()
    return find(location, &notes).map { RouteMatch($0, notes, of: owner, location) }
  }

  /// Finds the route that wins for a location, and notes what its match keeps.
  @usableFromInline
  func find(_ location: Location, _ notes: inout MatchNotes) -> RouteAnswer? {
    guard onlyRoot >= 0 else { return findFromAnyRoot(location, &notes) }
    let entry = location.withPathKey { findFromOnlyRoot($0, location, &notes) }
    return entry < 0 ? nil : graph.answers[Int(entry)]
  }

  @inline(never)
  private func findFromOnlyRoot(
    _ path: UnsafeBufferPointer<UInt8>,
    _ location: Location,
    _ notes: inout MatchNotes
  ) -> Int32 {
    graph.withStackSlots { slots in
      let root = UInt32(truncatingIfNeeded: onlyRoot)
      let entry = graph.first(from: root, path, location.separator, slots)
      guard entry >= 0 else { return entry }
      let answer = graph.answers[Int(entry)]
      if answer.isPlain, path.count <= MatchNotes.pathCapacity {
        notes = MatchNotes(path, separator: location.separator)
      } else {
        notes = Self.notes(answer, location, slots)
      }
      return entry
    }
  }

  @inline(never)
  private static func notes(
    _ answer: RouteAnswer,
    _ location: Location,
    _ slots: UnsafePointer<RouteCapture>
  ) -> MatchNotes {
    MatchNotes(
      InlineCaptures(copying: slots, count: Int(answer.slotCount)),
      in: location.layout
    )
  }

  /// Finds the winner in bytes, without a location.
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
    let root = UInt32(truncatingIfNeeded: onlyRoot)
    return Int(graph.first(from: root, path, LocationByte.slash, slots))
  }

  /// Makes the match of a rank that is known to fit.
  func match(of rank: Int32, _ location: Location) -> RouteMatch? {
    let answer = graph.answers[Int(graph.order[Int(rank)])]
    let entry = entries[Int(answer.entry)]
    return entry.pattern
      .captures(of: location, host: entry.host, isCaseSensitive: entry.isCaseSensitive)
      .map { captures in
        let notes = MatchNotes(InlineCaptures(captures), in: location.layout)
        return RouteMatch(answer, notes, of: owner, location)
      }
  }
}

extension FrozenRoutes {
  @inline(never)
  private func findFromAnyRoot(
    _ location: Location,
    _ notes: inout MatchNotes
  ) -> RouteAnswer? {
    let found = location.withPathKey { path in
      let scheme = roots.scheme(of: location)
      let (first, second) = roots.namespaces(of: scheme)
      return best(in: first, path, location, scheme)
        ?? second.flatMap { best(in: $0, path, location, scheme) }
    }
    return found.map { found in
      notes = MatchNotes(found.captures, in: location.layout)
      return graph.answers[Int(found.entry)]
    }
  }

  private func best(
    in namespace: RouteRoots.Namespace,
    _ path: UnsafeBufferPointer<UInt8>,
    _ location: Location,
    _ scheme: Int
  ) -> (entry: Int32, captures: InlineCaptures)? {
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
      return sink.captures.map { (sink.entry, $0) }
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
