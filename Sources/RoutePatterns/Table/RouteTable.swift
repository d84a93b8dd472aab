/// Many patterns, compiled, and the order in which they win.
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
  @usableFromInline let routes: CompiledTable

  /// The order among routes of the same priority.
  public let order: Order

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

  /// How a table chooses; see its initialiser.
  struct Options: Sendable {
    var order: Order
    var fallback: [String: Bool]
    var rules: LocationRules
    var separatesSchemes: Bool
  }

  /// The routes, in the order of their registration; an index here is a route's identity.
  public var entries: [Entry] { routes.entries }

  /// The indices of all entries in the order in which they win.
  ///
  /// Routes of a scheme win over those without one, whatever stands here.
  package var winningOrder: [Int] { routes.graph.order.map(Int.init) }

  /// Finds the route that wins for a location.
  ///
  /// Allocates nothing.
  ///
  /// - Returns: `nil` if no route fits, or finding out takes more steps than one look-up has:
  ///   ``Matches/isCutShort`` of ``matches(_:)`` tells which.
  /// - Complexity: O(*n*) for a path of *n* bytes, as long as routes without choices are met;
  ///   at most O(*r* · *s*) for the segments *r* of all routes and the segments *s* of the path.
  @inlinable
  public func match(_ location: Location) -> RouteMatch? {
    routes.match(location)
  }

  /// Finds every route that fits a location, the winner first, one at a time.
  public func matches(_ location: Location) -> Matches {
    Matches(routes: routes, location: location)
  }
}

extension RouteTable {
  /// One route of a table.
  public struct Entry: Sendable {
    /// The whole pattern.
    public var pattern: RoutePattern
    /// The lower-cased scheme the route is bound to, or `nil` for every scheme.
    public var scheme: String?
    /// The host the route is bound to, or `nil` for every host.
    public var host: HostPattern?
    /// Higher wins, before anything else.
    public var priority: Int
    /// Whether literal text must have the same case.
    public var isCaseSensitive: Bool
    /// Whether the route goes with its owner; of such routes with the same pattern the newest wins.
    public var isOwned: Bool

    /// Makes an entry.
    ///
    /// - Parameters:
    ///   - pattern: The whole pattern.
    ///   - scheme: The scheme; by default the pattern's own.
    ///   - host: The host; by default the pattern's own.
    ///   - priority: Higher wins; 0 by default.
    ///   - isCaseSensitive: Whether literal text must have the same case; `true` by default.
    ///   - isOwned: Whether the route goes with its owner; `false` by default.
    public init(
      pattern: RoutePattern,
      scheme: String? = nil,
      host: HostPattern? = nil,
      priority: Int = 0,
      isCaseSensitive: Bool = true,
      isOwned: Bool = false
    ) {
      self.pattern = pattern
      self.scheme = scheme?.lowercased() ?? pattern.scheme
      self.host = host ?? pattern.host
      self.priority = priority
      self.isCaseSensitive = isCaseSensitive
      self.isOwned = isOwned
    }
  }
}

extension RouteTable {
  /// The routes that fit a location, the winner first, found one at a time.
  ///
  /// The first is found without any memory; when a second one is asked for, all are looked up,
  /// unless the search for the first has left nothing out.
  public struct Matches: Sequence, IteratorProtocol, Sendable {
    private let routes: CompiledTable
    private let location: Location
    private var ranks: [Int32] = []
    private var count = 0
    /// Whether the first is known to be the only one.
    private var isOnly = false
    private var budget = MatchBudget()

    /// Whether the look-up took more steps than it has, so that routes may be missing: what follows
    /// from there being no other one is not known.
    ///
    /// It takes so many only where many or large constraints, or much literal text beside
    /// parameters, meet a long path. The bound does not depend on the machine.
    public var isCutShort: Bool { budget.isSpent }

    init(routes: CompiledTable, location: Location) {
      self.routes = routes
      self.location = location
    }

    /// Finds the next route.
    ///
    /// - Returns: `nil` if no other route fits, or the look-up is cut short.
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
