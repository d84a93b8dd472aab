extension RouteTable {
  /// The routes that fit a location, the winner first, found one at a time.
  public struct Matches: Sequence, IteratorProtocol, Sendable {
    private let table: RouteTable
    private let location: Location
    private var index = 0
    /// Whether the routes of the location's own scheme are still being asked.
    private var isInScheme: Bool

    init(table: RouteTable, location: Location) {
      self.table = table
      self.location = location
      isInScheme = location.scheme != nil
    }

    /// Finds the next route.
    ///
    /// - Returns: `nil` if no other route fits.
    public mutating func next() -> RouteMatch? {
      while true {
        while index < table.winningOrder.count {
          let entry = table.winningOrder[index]
          index += 1
          if let match = match(entry) { return match }
        }
        guard isInScheme, let scheme = location.scheme, table.fallsBack(scheme) else { return nil }
        isInScheme = false
        index = 0
      }
    }

    private func match(_ index: Int) -> RouteMatch? {
      let entry = table.entries[index]
      guard entry.scheme == (isInScheme ? location.scheme : nil),
        entry.host != nil
          || table.hosts?.allows(host: location.host, scheme: location.scheme) ?? true
      else { return nil }
      return RouteMatch(
        entry.pattern,
        entry: index,
        location: location,
        isCaseSensitive: entry.isCaseSensitive,
        host: entry.host
      )
    }
  }
}
