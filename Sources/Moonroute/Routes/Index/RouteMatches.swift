public import RoutePatterns

/// The routes that fit a location, the winner first, found one at a time.
///
/// Routes that were taken back, or whose owner is gone, are left out.
public struct RouteMatches: Sequence, IteratorProtocol {
  /// A layer being asked.
  private struct Search {
    private let layer: RouteLayer
    private var matches: RouteTable.Matches
    /// The match that was looked at and not taken yet.
    private var found: (route: RouteInfo, match: RouteMatch)?

    /// Begins to ask a layer.
    init(_ layer: RouteLayer, _ location: Location) {
      self.layer = layer
      matches = layer.table.matches(location)
    }

    /// Takes the next route that counts.
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

    /// Looks at the next route that counts.
    mutating func peek(within budget: inout MatchBudget) -> RouteInfo? {
      found = next(within: &budget)
      return found?.route
    }
  }

  private let order: RouteTable.Order
  private var base: Search
  /// The layers above, the oldest first.
  private var newer: [Search]
  /// The steps of the look-up, which all layers share.
  private var budget = MatchBudget()

  /// Whether the look-up took more steps than it has, so that routes may be missing: what follows
  /// from there being no other one is not known.
  public var isCutShort: Bool { budget.isSpent }

  /// Begins to ask.
  init(_ index: RouteIndex, _ location: Location) {
    order = index.settings.order
    base = Search(index.base, location)
    newer = index.newer.isEmpty ? [] : index.newer.map { Search($0, location) }
  }

  /// Finds the next route.
  ///
  /// - Returns: `nil` if no other route fits, or the look-up is cut short.
  public mutating func next() -> (route: RouteInfo, match: RouteMatch)? {
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

  /// Whether a newer route comes before an older one.
  ///
  /// Both fit the same location.
  private func wins(_ newer: RouteInfo, over older: RouteInfo) -> Bool {
    // Routes of the location's own scheme come first.
    guard (newer.scheme == nil) == (older.scheme == nil) else { return newer.scheme != nil }
    return RouteTable.Entry(newer)
      .wins(overOlder: RouteTable.Entry(older), order: order)
  }
}
