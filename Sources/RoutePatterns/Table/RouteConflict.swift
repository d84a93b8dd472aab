/// A route that no location reaches, because others always win.
public struct RouteConflict: Hashable, Sendable {
  /// How the others take every location.
  public enum Kind: Hashable, Sendable {
    /// One other has the same pattern but for the names of parameters.
    case samePattern
    /// Every location that fits the route also fits one of the others, which wins.
    case covered
  }

  /// How the others take every location.
  public let kind: Kind
  /// The index of the entry that is never reached.
  public let entry: Int
  /// The indices of the entries that take its locations, the first winner first.
  public let rivals: [Int]

  /// Describes a conflict.
  public init(kind: Kind, entry: Int, rivals: [Int]) {
    self.kind = kind
    self.entry = entry
    self.rivals = rivals
  }
}

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
