/// Many patterns, frozen, and the order in which they win.
///
/// A table is a value: it never changes, and any thread may ask it.
///
/// ```swift
/// let table = RouteTable([
///   RouteTable.Entry(pattern: try RoutePattern("/user/:id")),
///   RouteTable.Entry(pattern: try RoutePattern("/user/settings")),
/// ])
/// table.match(try Location(parsing: "/user/settings"))?.entry  // 1
/// ```
public struct RouteTable: Sendable {
  /// What decides among routes of the same priority.
  public enum Order: Hashable, Sendable {
    /// The more exact route wins, then the one registered first.
    case rank
    /// The route registered first wins.
    case first
    /// The route registered last wins.
    case last
  }

  /// The routes, in the order of their registration; an index here is a route's identity.
  public let entries: [Entry]
  /// What decides among routes of the same priority.
  public let order: Order
  /// The indices of all entries in the order in which they win.
  public let winningOrder: [Int]
  private let fallback: [String: Bool]
  private let schemes: Set<String>
  /// The hosts that patterns without one are confined to, or `nil` if any host will do.
  let hosts: LocationRules?

  /// Builds a table.
  ///
  /// - Parameters:
  ///   - entries: The routes, in the order of their registration.
  ///   - order: What decides among routes of the same priority; by default the rank.
  ///   - fallback: Whether locations of a scheme may use the routes without a scheme, by
  ///     lower-cased scheme. By default those of `http`, `https` and of schemes without routes may.
  ///   - rules: The hosts of each scheme to which patterns without a host are confined.
  /// - Complexity: O(*n* log *n*), where *n* is the number of entries.
  public init(
    _ entries: [Entry],
    order: Order = .rank,
    fallback: [String: Bool] = [:],
    rules: LocationRules = .standard
  ) {
    hosts = rules == .standard ? nil : rules
    self.entries = entries
    self.order = order
    self.fallback = fallback
    schemes = Set(entries.compactMap(\.scheme))
    let ranks = entries.indices.map { RouteTable.rank(of: entries[$0], at: $0, order: order) }
    winningOrder = entries.indices.sorted { ranks[$0] < ranks[$1] }
  }

  private static func rank(of entry: Entry, at index: Int, order: Order) -> RouteRank {
    guard order == .rank else {
      return RouteRank(
        priority: entry.priority,
        hostClass: 0,
        segmentClasses: [],
        registration: order == .first ? index : -index
      )
    }
    return RouteRank(
      priority: entry.priority,
      hostClass: entry.host?.openLabelCount ?? Int.max,
      segmentClasses: SegmentClass.classes(of: entry.pattern.items),
      registration: index
    )
  }

  /// Finds the route that wins for a location.
  ///
  /// - Returns: `nil` if no route fits.
  public func match(_ location: Location) -> RouteMatch? {
    matches(location).first { _ in true }
  }

  /// Finds every route that fits a location, the winner first, one at a time.
  public func matches(_ location: Location) -> Matches {
    Matches(table: self, location: location)
  }

  /// Whether locations of a scheme may use the routes without a scheme.
  func fallsBack(_ scheme: String) -> Bool {
    if let isAllowed = fallback[scheme] { return isAllowed }
    return scheme == "http" || scheme == "https" || !schemes.contains(scheme)
  }
}
