/// A compiled set of patterns and their precedence.
///
/// A table is an immutable value that any thread can use.
///
/// ```swift
/// let table = RouteTable([
///   RouteTable.Entry(pattern: try RoutePattern("/user/:id")),
///   RouteTable.Entry(pattern: try RoutePattern("/user/settings")),
/// ])
/// table.match(try Location(parsing: "/user/settings"))?.entry  // 1
/// ```
public struct RouteTable: Sendable {
  @usableFromInline let routes: CompiledTable

  /// The order among routes of the same priority.
  package let order: Order

  /// Creates a table.
  ///
  /// - Parameters:
  ///   - entries: The routes, in registration order.
  ///   - order: The order among routes of the same priority; by default the rank.
  ///   - fallback: Whether locations of a scheme may use the routes without a scheme, by
  ///     lower-cased scheme. By default, locations of `http`, `https` and of schemes without routes
  ///     may.
  ///   - rules: The hosts of each scheme that restrict patterns without a host.
  ///   - separatesSchemes: Whether routes of a location's own scheme have precedence over routes
  ///     without a scheme, regardless of their rank; by default they have. Otherwise all routes
  ///     form one list, and `fallback` is ignored.
  /// - Complexity: O(*n* log *n*), where *n* is the number of entries.
  public init(
    _ entries: [Entry],
    order: Order = .rank,
    fallback: [String: Bool] = [:],
    rules: LocationRules = .standard,
    separatesSchemes: Bool = true
  ) {
    let options = Options(
      order: order,
      fallback: fallback,
      rules: rules,
      separatesSchemes: separatesSchemes
    )
    self.order = order
    routes = CompiledTable(entries, options: options)
  }

  /// The order among routes of the same priority.
  public enum Order: Hashable, Sendable {
    /// The more exact route wins, then the one registered first.
    case rank
    /// The route registered first wins.
    case first
    /// The route registered last wins.
    case last
  }

  /// The options of a table; see its initializer.
  struct Options: Sendable {
    var order: Order
    var fallback: [String: Bool]
    var rules: LocationRules
    var separatesSchemes: Bool
  }

  /// The routes, in registration order; an index here identifies a route.
  package var entries: [Entry] { routes.entries }

  /// The indices of all entries, in order of precedence.
  ///
  /// Routes with a scheme win over routes without one, regardless of this order.
  package var winningOrder: [Int] { routes.graph.order.map(Int.init) }

  /// Finds the winning route for a location.
  ///
  /// It does not allocate.
  /// - Returns: `nil` if no route matches, or the search exceeds the budget of one look-up; see
  ///   ``Matches/isCutShort``.
  /// - Complexity: O(*n*) for a path of *n* bytes if the search meets no choices; at most O(*r* ·
  ///   *s*) for the segments *r* of all routes and the segments *s* of the path.
  @inlinable
  public func match(_ location: Location) -> RouteMatch? {
    routes.match(location)
  }

  /// Finds every route that matches a location, lazily, the winner first.
  public func matches(_ location: Location) -> Matches {
    Matches(routes: routes, location: location)
  }
}

extension RouteTable {
  /// One route of a table.
  public struct Entry: Sendable {
    /// The whole pattern.
    public var pattern: RoutePattern
    /// The lower-cased scheme that the route requires, or `nil` for every scheme.
    package var scheme: String?
    /// The host that the route requires, or `nil` for every host.
    package var host: HostPattern?
    /// Higher values win, before all other criteria.
    public var priority: Int
    /// Whether literal text is case-sensitive.
    public var isCaseSensitive: Bool
    /// Whether the route is removed with its owner; among such routes with the same pattern, the
    /// newest wins.
    package var isOwned: Bool

    /// Creates an entry.
    ///
    /// - Parameters:
    ///   - pattern: The whole pattern, which may require a scheme and a host.
    ///   - priority: The priority, where higher values win; 0 by default.
    ///   - isCaseSensitive: Whether literal text is case-sensitive; `true` by default.
    public init(pattern: RoutePattern, priority: Int = 0, isCaseSensitive: Bool = true) {
      self.pattern = pattern
      scheme = pattern.scheme
      host = pattern.host
      self.priority = priority
      self.isCaseSensitive = isCaseSensitive
      isOwned = false
    }

    /// Creates an entry that may require a scheme and a host that its pattern does not name.
    package init(
      pattern: RoutePattern,
      scheme: String?,
      host: HostPattern?,
      priority: Int,
      isCaseSensitive: Bool,
      isOwned: Bool = false
    ) {
      self.init(pattern: pattern, priority: priority, isCaseSensitive: isCaseSensitive)
      if let scheme { self.scheme = scheme.lowercased() }
      if let host { self.host = host }
      self.isOwned = isOwned
    }
  }
}

extension RouteTable {
  /// The routes that match a location, found lazily, the winner first.
  ///
  /// The search for the first route does not allocate. A request for the second one searches for
  /// all routes, unless the first search already ruled out others.
  public struct Matches: Sequence, IteratorProtocol, Sendable {
    private let routes: CompiledTable
    private let location: Location
    private var ranks: [Int32] = []
    private var count = 0
    /// Whether the first route is known to be the only one.
    private var isOnly = false
    private var budget = MatchBudget()

    /// Whether the look-up exceeded its budget, so that routes may be missing.
    ///
    /// That happens only if many or large constraints, or much literal text next to parameters,
    /// meet a long path. The budget does not depend on the machine.
    public var isCutShort: Bool { budget.isSpent }

    init(routes: CompiledTable, location: Location) {
      self.routes = routes
      self.location = location
    }

    /// Finds the next route.
    ///
    /// - Returns: `nil` if no other route matches, or the look-up exceeded its budget.
    public mutating func next() -> RouteMatch? {
      var left = budget
      defer { budget = left }
      return next(within: &left)
    }

    /// Finds the next route within a budget that several look-ups share.
    package mutating func next(within budget: inout MatchBudget) -> RouteMatch? {
      count += 1
      if count == 1 { return routes.match(location, isOnly: &isOnly, within: &budget) }
      guard !isOnly, !budget.isSpent else { return nil }
      if count == 2 { ranks = routes.ranks(for: location, within: &budget) }
      guard count <= ranks.count else { return nil }
      return routes.match(of: ranks[count - 1], location, within: &budget)
    }
  }
}
