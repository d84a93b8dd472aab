public import RoutePatterns

/// Every registered route, frozen for look-ups from any thread.
///
/// A route that was taken back, or whose owner is gone, does not count from that moment on, frozen
/// or not.
public final class RouteIndex: Sendable {
  /// The table of those routes that can be opened themselves.
  public let table: RouteTable

  /// How locations are read.
  let rules: LocationRules

  /// Every route in registration order.
  private let all: [RouteInfo]

  /// The route behind each entry of ``table``.
  private let entries: [RouteInfo]

  /// The routes by name, the newest last.
  private let names: [String: [RouteInfo]]

  /// Freezes routes.
  ///
  /// - Complexity: O(*n* log *n*) for *n* routes.
  init(routes: [RouteInfo], settings: MatchSettings) {
    rules = settings.rules
    all = routes
    names = Dictionary(grouping: routes.filter { $0.name != nil }) { $0.name ?? "" }
    entries = Self.ordered(routes.filter { !$0.parts.isEmpty }, by: settings.order)
    table = RouteTable(
      entries.map {
        RouteTable.Entry(
          pattern: $0.pattern,
          scheme: $0.scheme,
          host: $0.host,
          priority: $0.priority,
          isCaseSensitive: $0.isCaseSensitive
        )
      },
      order: settings.order,
      fallback: settings.fallback,
      rules: settings.rules
    )
  }

  /// Routes in the order of their registration, but that of several at one place the newest with an
  /// owner comes where it wins.
  private static func ordered(
    _ routes: [RouteInfo],
    by order: RouteTable.Order
  ) -> [RouteInfo] {
    guard routes.contains(where: \.registration.isOwned) else { return routes }
    var ordered = routes
    let places = Dictionary(grouping: routes.indices) { RoutePlace(routes[$0]) }
    for slots in places.values where slots.contains(where: { routes[$0].registration.isOwned }) {
      let rivals = slots.map { routes[$0] }
      let owned = rivals.filter(\.registration.isOwned).reversed()
      let winners = owned + rivals.filter { !$0.registration.isOwned }
      let sorted = order == .last ? winners.reversed() : Array(winners)
      for (slot, route) in zip(slots, sorted) { ordered[slot] = route }
    }
    return ordered
  }

  /// The routes in registration order.
  public var routes: [RouteInfo] { all.filter(\.isActive) }

  /// The route that a match of ``table`` speaks of.
  public func route(of match: RouteMatch) -> RouteInfo { entries[match.entry] }

  /// What a location matches.
  ///
  /// Runs no function of the program.
  ///
  /// - Returns: The route and the match, or `nil`.
  /// - Complexity: As ``RouteTable/match(_:)``.
  public func match(_ location: Location) -> (route: RouteInfo, match: RouteMatch)? {
    for match in table.matches(location) {
      let route = route(of: match)
      if route.isActive { return (route, match) }
    }
    return nil
  }

  /// The route of that name, or `nil`.
  public func route(named name: String) -> RouteInfo? { names[name]?.last(where: \.isActive) }

  /// All names.
  public var allNames: some Sequence<String> {
    names.lazy.filter { $0.value.contains(where: \.isActive) }.map(\.key)
  }

  /// The routes that can be opened, in the order in which they win.
  public var winningRoutes: [RouteInfo] {
    table.winningOrder.map { entries[$0] }.filter(\.isActive)
  }

  /// The location of a name with parameters.
  ///
  /// - Parameters:
  ///   - name: The route's name.
  ///   - params: A value for each of its parameters.
  ///   - query: Query items in order. Default: none.
  ///   - fragment: The fragment. Default: none.
  ///   - scheme: Another scheme than the route's own. Default: the route's own.
  ///   - host: Another host than the route's own. Default: the route's own.
  /// - Returns: The location; the route's own pattern gives the same parameters back.
  /// - Throws: `unknown_name`, `missing_parameter`, `unknown_parameter`, `wrong_type`, or
  ///   `bad_location` for a value that would not come back.
  public func location(
    to name: String,
    params: [String: ParameterValue] = [:],
    query: [(String, String)] = [],
    fragment: String? = nil,
    scheme: String? = nil,
    host: String? = nil
  ) throws(RouterError) -> Location {
    guard let route = route(named: name) else { throw .unknownName(name, among: allNames) }
    do {
      return try Location(
        scheme: scheme ?? route.scheme,
        host: try host ?? route.pattern.host(parameters: params) ?? route.host?.description,
        segments: try route.pattern.path(parameters: params),
        query: LocationQuery(query.map { LocationQuery.Item($0.0, $0.1) }),
        fragment: fragment,
        rules: rules
      )
    } catch let error as ParameterError {
      throw RouterError(error)
    } catch {
      throw RouterError(.badLocation, "\(error)")
    }
  }

  /// The names and patterns nearest to a location that matched nothing.
  public func nearest(to location: Location) -> [String] {
    let segments = location.path.split(separator: "/", omittingEmptySubsequences: false)
    let candidates = entries.lazy.filter(\.isActive)
      .map { Self.candidate($0.pattern.text, for: segments) }
    return NearestNames.of(location.path, among: candidates, count: 3)
  }

  /// A pattern with each segment that is a parameter replaced by the location's segment at the same
  /// place, so that only the literal ones count.
  private static func candidate(
    _ pattern: String,
    for segments: [Substring]
  ) -> NearestNames.Candidate {
    var key: [Substring] = []
    var weight = 0
    let parts = pattern.split(separator: "/", omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      let isLiteral = !part.contains { $0 == ":" || $0 == "*" }
      key.append(isLiteral || index >= segments.count ? part : segments[index])
      if isLiteral { weight += part.utf8.count }
    }
    return NearestNames.Candidate(key: key.joined(separator: "/"), text: pattern, weight: weight)
  }
}
