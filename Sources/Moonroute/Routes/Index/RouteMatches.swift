package import RoutePatterns

/// The matching routes, the winner first, computed lazily.
///
/// Cancelled routes, and routes of deallocated owners, are skipped.
package struct RouteMatches: Sequence, IteratorProtocol {
  private struct Search {
    private let layer: RouteLayer
    private var matches: RouteTable.Matches
    /// A match that was peeked at but not returned yet.
    private var found: (route: RouteInfo, match: RouteMatch)?

    init(_ layer: RouteLayer, _ location: Location) {
      self.layer = layer
      matches = layer.table.matches(location)
    }

    mutating func next(
      within budget: inout MatchBudget
    ) -> (route: RouteInfo, match: RouteMatch)? {
      if let found {
        self.found = nil
        return found
      }
      while let match = matches.next(within: &budget) {
        let route = layer.entries[match.entry]
        if route.isActive { return (route, match) }
      }
      return nil
    }

    mutating func peek(within budget: inout MatchBudget) -> RouteInfo? {
      found = next(within: &budget)
      return found?.route
    }
  }

  private let order: RouteTable.Order
  private var base: Search
  /// The upper layers, the oldest first.
  private var newer: [Search]
  /// The remaining steps of the look-up, shared by all layers.
  private var budget = MatchBudget()

  /// Whether the look-up exceeded its limit, so that further routes may exist.
  package var isCutShort: Bool { budget.isSpent }

  init(_ index: RouteIndex, _ location: Location) {
    order = index.settings.order
    base = Search(index.base, location)
    newer = index.newer.isEmpty ? [] : index.newer.map { Search($0, location) }
  }

  /// Finds the next route.
  ///
  /// - Returns: `nil` if no further route matches or the look-up exceeded its limit.
  package mutating func next() -> (route: RouteInfo, match: RouteMatch)? {
    var left = budget
    defer { budget = left }
    let found = next(within: &left)
    return left.isSpent ? nil : found
  }

  private mutating func next(
    within budget: inout MatchBudget
  ) -> (route: RouteInfo, match: RouteMatch)? {
    guard !newer.isEmpty else { return base.next(within: &budget) }
    var winner: Int?
    var best = base.peek(within: &budget)
    for number in newer.indices {
      guard let route = newer[number].peek(within: &budget),
        best.map({ wins(route, over: $0) }) ?? true
      else {
        continue
      }
      (winner, best) = (number, route)
    }
    guard let winner else { return base.next(within: &budget) }
    return newer[winner].next(within: &budget)
  }

  /// Both must match the same location.
  private func wins(_ newer: RouteInfo, over older: RouteInfo) -> Bool {
    // Routes with the location's own scheme have precedence.
    guard (newer.scheme == nil) == (older.scheme == nil) else { return newer.scheme != nil }
    return RouteTable.Entry(newer)
      .wins(overOlder: RouteTable.Entry(older), order: order)
  }
}
