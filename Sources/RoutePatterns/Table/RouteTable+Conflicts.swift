extension RouteTable {
  /// Finds the routes that no location reaches.
  ///
  /// It errs on the side of silence: a route is reported only if every location that fits it surely
  /// fits a route that wins over it.
  ///
  /// - Parameter neverDeclines: Whether an entry keeps a location once it has won, so that it can
  ///   hide others; by default every entry does.
  /// - Returns: The conflicts in the order of registration.
  /// - Complexity: For each entry about as much as a few lookups of its own pattern.
  public func conflicts(
    where neverDeclines: (Int) -> Bool = { _ in true }
  ) -> [RouteConflict] {
    let order = routes.graph.order
    let ranks = order.indices.filter { neverDeclines(Int(order[$0])) }
    let hiding = Set(ranks.map(Int32.init))
    var search = CoverageSearch(routes, hiding: hiding)
    return order.indices
      .compactMap { rank in
        let entry = Int(order[rank])
        guard let rivals = search.rivals(of: Int32(rank), entries[entry]) else { return nil }
        let indices = rivals.sorted().map { Int(order[Int($0)]) }
        let isSame =
          indices.count == 1
          && RouteDuplicates.Key(entries[indices[0]]) == RouteDuplicates.Key(entries[entry])
        return RouteConflict(kind: isSame ? .samePattern : .covered, entry: entry, rivals: indices)
      }
      .sorted { $0.entry < $1.entry }
  }
}
