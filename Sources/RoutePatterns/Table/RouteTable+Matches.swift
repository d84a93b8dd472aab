extension RouteTable {
  /// The routes that fit a location, the winner first, found one at a time.
  ///
  /// The first is found without any memory; when a second one is asked for, all are looked up.
  public struct Matches: Sequence, IteratorProtocol, Sendable {
    private let routes: FrozenRoutes
    private let location: Location
    private var ranks: [Int32] = []
    private var count = 0

    init(table: RouteTable, location: Location) {
      routes = table.routes
      self.location = location
    }

    /// Finds the next route.
    ///
    /// - Returns: `nil` if no other route fits.
    public mutating func next() -> RouteMatch? {
      count += 1
      if count == 1 { return routes.match(location) }
      if count == 2 { ranks = routes.ranks(for: location) }
      guard count <= ranks.count else { return nil }
      return routes.match(of: ranks[count - 1], location)
    }
  }
}
