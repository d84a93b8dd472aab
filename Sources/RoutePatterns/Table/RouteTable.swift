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
  @usableFromInline let routes: FrozenRoutes
  private let options: Options

  /// Builds a table.
  ///
  /// - Parameters:
  ///   - entries: The routes, in the order of their registration.
  ///   - order: What decides among routes of the same priority; by default the rank.
  ///   - fallback: Whether locations of a scheme may use the routes without a scheme, by
  ///     lower-cased scheme. By default those of `http`, `https` and of schemes without routes may.
  ///   - rules: The hosts of each scheme to which patterns without a host are confined.
  ///   - separatesSchemes: Whether routes of a location's own scheme are asked before those without
  ///     a scheme, whatever their rank; by default they are. If not, all are one list, and
  ///     `fallback` does not count.
  /// - Complexity: O(*n* log *n*), where *n* is the number of entries.
  public init(
    _ entries: [Entry],
    order: Order = .rank,
    fallback: [String: Bool] = [:],
    rules: LocationRules = .standard,
    separatesSchemes: Bool = true
  ) {
    options = Options(
      order: order,
      fallback: fallback,
      rules: rules,
      separatesSchemes: separatesSchemes
    )
    routes = FrozenRoutes(entries, options: options)
  }

  /// What decides among routes of the same priority.
  public enum Order: Hashable, Sendable {
    /// The more exact route wins, then the one registered first.
    case rank
    /// The route registered first wins.
    case first
    /// The route registered last wins.
    case last
  }

  /// How a table chooses; see its initialiser.
  struct Options: Sendable {
    var order: Order
    var fallback: [String: Bool]
    var rules: LocationRules
    var separatesSchemes: Bool
  }

  /// The routes, in the order of their registration; an index here is a route's identity.
  public var entries: [Entry] { routes.entries }

  /// What decides among routes of the same priority.
  public var order: Order { options.order }

  /// The indices of all entries in the order in which they win.
  ///
  /// Routes of a scheme win over those without one, whatever stands here.
  public var winningOrder: [Int] { routes.graph.order.map(Int.init) }

  /// Finds the route that wins for a location.
  ///
  /// Allocates nothing.
  ///
  /// - Returns: `nil` if no route fits.
  /// - Complexity: O(*n*) for a path of *n* bytes, as long as routes without choices are met;
  ///   at most O(*r* · *s*) for the segments *r* of all routes and the segments *s* of the path.
  @inlinable
  public func match(_ location: Location) -> RouteMatch? {
    routes.match(location)
  }

  /// Finds every route that fits a location, the winner first, one at a time.
  public func matches(_ location: Location) -> Matches {
    Matches(table: self, location: location)
  }

  /// The memory of the frozen table, without the entries that it was given.
  package var byteCount: Int { routes.graph.byteCount }

  /// Finds the route that wins for a path in bytes, if no entry asks for a scheme or a host.
  ///
  /// - Parameters:
  ///   - path: A slash and the decoded segments, with slashes between them.
  ///   - captures: Room for the values of any entry.
  /// - Returns: The index of the entry, or -1.
  package func lookUp(
    _ path: UnsafeBufferPointer<UInt8>,
    captures: UnsafeMutablePointer<RouteCapture>
  ) -> Int {
    routes.lookUp(path, slots: captures)
  }
}
