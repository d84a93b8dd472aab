/// For benchmarks and tests only.
extension RouteTable {
  /// The size of the compiled table in bytes, without the original entries.
  package var byteCount: Int { routes.graph.byteCount }

  /// Finds the entry for a path if no entry requires a scheme or a host, or -1.
  ///
  /// The path is a slash and the decoded segments, with slashes between them. `captures` has space
  /// for the values of any entry.
  package func lookUp(
    _ path: UnsafeBufferPointer<UInt8>,
    captures: UnsafeMutablePointer<RouteCapture>
  ) -> Int {
    guard routes.onlyRoot >= 0 else { return -1 }
    let root = UInt32(truncatingIfNeeded: routes.onlyRoot)
    var budget = MatchBudget()
    return Int(
      routes.graph.first(from: root, path, LocationByte.slash, captures, &budget).entry
    )
  }

  /// The number of nodes that the searches for the winner and for all routes enter.
  func visitCounts(for location: Location) -> (winner: Int, all: Int) {
    let graph = routes.graph
    let root = routes.roots.only ?? 0
    var budget = MatchBudget()
    return location.withPathKey { path in
      VisitedSet.withMemory { memory in
        var best = BestRoute(of: graph, memory: memory)
        graph.search(from: root, path, location.separator, isFolded: false, &best, &budget)
        var all = AllRoutes(of: graph, memory: memory)
        graph.search(from: root, path, location.separator, isFolded: false, &all, &budget)
        return (best.visitCount, all.visitCount)
      }
    } ?? (0, 0)
  }
}
