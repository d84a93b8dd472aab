/// A route that never matches because other routes always win.
package struct RouteConflict: Hashable, Sendable {
  /// The relation of the route to the others.
  package enum Kind: Hashable, Sendable {
    /// Another route has the same pattern, except for the names of parameters.
    case samePattern
    /// Every location that matches the route also matches another route, which wins.
    case covered
  }

  /// The relation of the route to the others.
  package let kind: Kind
  /// The index of the entry that never matches.
  package let entry: Int
  /// The indices of the entries that win its locations, the first winner first.
  package let rivals: [Int]

  /// Creates a conflict.
  package init(kind: Kind, entry: Int, rivals: [Int]) {
    self.kind = kind
    self.entry = entry
    self.rivals = rivals
  }
}

extension RouteTable {
  /// Finds the routes that never match.
  ///
  /// It reports a route only if it is certain that every location of the route also matches a
  /// winning route.
  ///
  /// - Parameter neverDeclines: Whether an entry always keeps a location that it wins, so that it
  ///   can hide others; by default every entry does.
  /// - Returns: The conflicts in the order of registration.
  /// - Complexity: For each entry, about the time of a few look-ups of its own pattern.
  package func conflicts(
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
