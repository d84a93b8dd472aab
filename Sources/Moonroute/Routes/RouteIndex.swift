public import RoutePatterns

/// Every registered route, frozen for look-ups from any thread.
public final class RouteIndex: Sendable {
  /// The routes in registration order.
  public let routes: [RouteInfo]

  /// The table of those routes that can be opened themselves.
  public let table: RouteTable

  /// The route behind each entry of ``table``.
  private let entries: [RouteInfo]

  /// The routes by name.
  private let names: [String: RouteInfo]

  /// How locations are read.
  let rules: LocationRules

  /// Freezes routes.
  ///
  /// - Complexity: O(*n* log *n*) for *n* routes.
  init(routes: [RouteInfo], settings: MatchSettings) {
    self.rules = settings.rules
    self.routes = routes
    self.entries = routes.filter { !$0.parts.isEmpty }
    var names: [String: RouteInfo] = [:]
    for route in routes {
      if let name = route.name { names[name] = route }
    }
    self.names = names
    self.table = RouteTable(
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

  /// The route that a match of ``table`` speaks of.
  public func route(of match: RouteMatch) -> RouteInfo { entries[match.entry] }

  /// What a location matches.
  ///
  /// Runs no function of the program.
  ///
  /// - Returns: The route and the match, or `nil`.
  /// - Complexity: As ``RouteTable/match(_:)``.
  public func match(_ location: Location) -> (route: RouteInfo, match: RouteMatch)? {
    table.match(location).map { (route(of: $0), $0) }
  }

  /// The route of that name, or `nil`.
  public func route(named name: String) -> RouteInfo? { names[name] }

  /// All names.
  public var allNames: some Sequence<String> { names.keys }

  /// The routes that can be opened, in the order in which they win.
  public var winningRoutes: [RouteInfo] { table.winningOrder.map { entries[$0] } }

  /// The location of a name with parameters.
  ///
  /// - Parameters:
  ///   - name: The route's name.
  ///   - params: A value for each of its parameters.
  ///   - query: Query items in order. Default: none.
  ///   - fragment: The fragment. Default: none.
  ///   - scheme: Another scheme than the route's own. Default: the route's own.
  /// - Returns: The location; the route's own pattern gives the same parameters back.
  /// - Throws: `unknown_name`, `missing_parameter`, `unknown_parameter`, `wrong_type`, or
  ///   `bad_location` for a value that would not come back.
  public func location(
    to name: String,
    params: [String: ParameterValue] = [:],
    query: [(String, String)] = [],
    fragment: String? = nil,
    scheme: String? = nil
  ) throws(RouterError) -> Location {
    guard let route = names[name] else { throw .unknownName(name, among: names.keys) }
    do {
      return try Location(
        scheme: scheme ?? route.scheme,
        host: try route.pattern.host(parameters: params),
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
    let candidates = entries.lazy.map { Self.candidate($0.pattern.text, for: segments) }
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
