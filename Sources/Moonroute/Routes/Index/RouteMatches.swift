public import RoutePatterns

/// The routes that fit a location, the winner first, found one at a time.
///
/// Routes that were taken back, or whose owner is gone, are left out.
public struct RouteMatches: Sequence, IteratorProtocol {
  /// A layer being asked.
  private struct Search {
    let layer: RouteLayer
    var matches: RouteTable.Matches
    /// The match that was found and not taken yet.
    var found: (route: RouteInfo, match: RouteMatch)?

    /// Begins to ask a layer.
    init(_ layer: RouteLayer, _ location: Location) {
      self.layer = layer
      matches = layer.table.matches(location)
      advance()
    }

    /// Finds the next route that counts.
    mutating func advance() {
      found = nil
      while found == nil, let match = matches.next() {
        let route = layer.entries[match.entry]
        if route.isActive { found = (route, match) }
      }
    }
  }

  private let settings: MatchSettings
  private var base: Search
  /// The layers above, the oldest first.
  private var newer: [Search]

  /// Begins to ask.
  init(_ index: RouteIndex, _ location: Location) {
    settings = index.settings
    base = Search(index.base, location)
    newer = index.newer.isEmpty ? [] : index.newer.map { Search($0, location) }
  }

  /// Finds the next route.
  ///
  /// - Returns: `nil` if no other route fits.
  public mutating func next() -> (route: RouteInfo, match: RouteMatch)? {
    var winner: Int?
    var best = base.found
    for (number, search) in newer.enumerated() {
      guard let found = search.found, best.map({ wins(found.route, over: $0.route) }) ?? true else {
        continue
      }
      (winner, best) = (number, found)
    }
    if let winner { newer[winner].advance() } else { base.advance() }
    return best
  }

  /// Whether a newer route comes before an older one.
  ///
  /// Both fit the same location.
  private func wins(_ newer: RouteInfo, over older: RouteInfo) -> Bool {
    // Those of the location's own scheme come first.
    guard (newer.scheme == nil) == (older.scheme == nil) else { return newer.scheme != nil }
    return RouteTable.Entry(newer)
      .wins(overOlder: RouteTable.Entry(older), order: settings.order)
  }
}
