package import RoutePatterns
import TextTools

extension RouteIndex {
  /// The location of a named route with parameters.
  ///
  /// - Parameters:
  ///   - name: The route's name.
  ///   - params: A value for each of its parameters.
  ///   - query: The query items, in order.
  ///   - fragment: The fragment.
  ///   - scheme: A scheme that replaces the route's own.
  ///   - host: A host that replaces the route's own.
  /// - Returns: The location. Matching it with the route's pattern results in the same parameters.
  /// - Throws: `unknown_name`, `missing_parameter`, `unknown_parameter`, `wrong_type`, or
  ///   `bad_location` for a value that does not survive a round trip. The declared query of the
  ///   route is checked as well.
  package func location(
    to name: String,
    params: [String: ParameterValue] = [:],
    query: [(String, String)] = [],
    fragment: String? = nil,
    scheme: String? = nil,
    host: String? = nil
  ) throws(RouterError) -> Location {
    guard let route = route(named: name) else { throw .unknownName(name, among: allNames) }
    return try location(
      of: route,
      params: params,
      query: query,
      fragment: fragment,
      scheme: scheme,
      host: host
    )
  }

  func location(
    of route: RouteInfo,
    params: [String: ParameterValue],
    query: [(String, String)] = [],
    fragment: String? = nil,
    scheme: String? = nil,
    host: String? = nil
  ) throws(RouterError) -> Location {
    let items = LocationQuery(query.map { LocationQuery.Item($0.0, $0.1) })
    if !route.query.isEmpty, let problem = route.queryProblem(of: items) { throw problem }
    do {
      return try Location(
        scheme: scheme ?? route.scheme,
        host: try host ?? route.pattern.host(parameters: params) ?? route.host?.description,
        segments: try route.pattern.path(parameters: params),
        query: items,
        fragment: fragment,
        rules: rules
      )
    } catch let error as ParameterError {
      throw RouterError(error)
    } catch {
      throw RouterError(.badLocation, "\(error)")
    }
  }

  /// The names and patterns nearest to an unmatched location.
  ///
  /// The result is empty for paths of more than 2 KiB. For a host that is not configured, only
  /// routes with a host are considered.
  package func nearest(to location: Location) -> [String] {
    let isAllowed = allowsHost(of: location)
    let routes = openableRoutes.lazy.filter { isAllowed || $0.host != nil }
    return Self.nearest(to: location, among: routes.map(\.pattern))
  }

  static func nearest(
    to location: Location,
    among patterns: some Sequence<RoutePattern>
  ) -> [String] {
    guard location.path.utf8.count <= nearestBytes else { return [] }
    var budget = MatchBudget()
    let written = location.path.split(separator: "/", omittingEmptySubsequences: false)
    // The first element is empty: it precedes the slash.
    let segments = (decoded: location.segments, written: Array(written.dropFirst()))
    let length = location.path.utf8.count
    let isASCII = location.path.utf8.allSatisfy { $0 < 0x80 }
    let candidates = patterns.lazy
      .filter { pattern in
        guard isASCII, let size = pattern.size(with: segments.written) else { return true }
        return NearestNames.mayBeNear(length, size.length, weight: size.weight)
      }
      .map { candidate($0, for: segments, within: &budget) }
    return NearestNames.of(location.path, among: candidates, count: 3)
  }

  /// The maximum size of a path in bytes for this search.
  private static var nearestBytes: Int { 2 << 10 }

  /// The error for an unmatched location: no route matches, or the look-up exceeded its limit.
  ///
  /// The search for the nearest patterns takes the time of all routes.
  package func notFound(_ location: Location, showsNearest: Bool = true) -> RouterError {
    var matches = matches(location)
    while matches.next() != nil {}
    if matches.isCutShort { return .matchLimit(location) }
    let nearest = showsNearest ? nearest(to: location) : []
    guard nearest.isEmpty, !allowsHost(of: location) else {
      let route = nearest.first.flatMap { text in
        openableRoutes.first { $0.pattern.text == text }
      }
      let miss = route.map { RouteMiss($0, location, rules: rules) }
      return .nothingFits(location, nearest: nearest, reason: miss?.misfit)
    }
    return .hostNotAllowed(location)
  }

  private func allowsHost(of location: Location) -> Bool {
    rules.allows(host: location.host, scheme: location.scheme)
  }

  /// Puts the location's segments in place of parameters, so that only literal text is compared.
  ///
  /// A value of the wrong type counts as one edit.
  static func candidate(
    _ pattern: RoutePattern,
    for segments: (decoded: [String], written: [Substring]),
    within budget: inout MatchBudget
  ) -> NearestNames.Candidate {
    // A pattern with a scheme counts as one additional edit.
    var key = pattern.scheme == nil ? "" : "/"
    var weight = 0
    if let host = pattern.host {
      key += "/\(host)"
      weight += host.isFixed ? host.description.utf8.count : 0
    }
    let fixed = pattern.fixedSegments(beside: segments.decoded, within: &budget)
    for (index, segment) in fixed.enumerated() {
      let given = index < segments.written.count ? String(segments.written[index]) : nil
      switch segment {
      case .literal(let text):
        key += "/" + text
        weight += text.utf8.count
      case .taken(let count):
        key += "/" + (given ?? "")
        weight += count
      case .refused(let names, let count):
        key += "/" + (given.map { $0 + "\0" } ?? names)
        weight += count
      }
    }
    if key.isEmpty { key = "/" }
    return NearestNames.Candidate(key: key, text: pattern.text, weight: weight)
  }
}
