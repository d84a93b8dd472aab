package import RoutePatterns
import TextTools

/// Why a route does not fit a location, and how far it fits.
package struct RouteMiss {
  /// The reason in words.
  package let reason: String

  /// How far it fits: two for each of the pattern's parts from the left, one more when the next
  /// part looks mistyped.
  package let nearness: Int

  /// The reason if it is a value that does not fit its type or constraint: `'x' does not fit
  /// ':id<int>'`.
  package private(set) var misfit: String?

  /// Finds the reason.
  package init(_ route: RouteInfo, _ location: Location, rules: LocationRules) {
    let parts = route.pattern.parts
    var probe = Probe(route: route, location: location)
    if probe.fits(parts.count, isOpen: false) != nil {
      reason = Self.originReason(route, location, rules)
      nearness = 2 * parts.count + 2
      return
    }
    var count = parts.count
    var rest: [String]?
    while count > 0 {
      rest = probe.fits(count, isOpen: true)
      if rest != nil { break }
      count -= 1
    }
    let left = rest ?? location.segments
    let expected = parts[count...].first { !$0.isOptional }
    nearness = 2 * count + (Self.isMistyped(left.first, for: expected) ? 1 : 0)
    reason = Self.pathReason(expected: expected, given: left)
    if !left.isEmpty, let expected, expected.segmentClass != .literal { misfit = reason }
  }

  private static func isMistyped(_ segment: String?, for expected: PatternPart?) -> Bool {
    guard let segment, let expected, expected.segmentClass == .literal else { return false }
    guard min(segment.utf8.count, expected.text.utf8.count) > 2 else { return false }
    return !NearestNames.of(segment, among: [expected.text]).isEmpty
  }

  private static func pathReason(expected: PatternPart?, given: [String]) -> String {
    guard let segment = given.first else {
      return expected.map { "the location ends before '\($0.text)'" } ?? "does not fit"
    }
    guard let expected else { return "nothing takes '/\(given.joined(separator: "/"))'" }
    let verb = expected.segmentClass == .literal ? "is not" : "does not fit"
    return "'\(segment)' \(verb) '\(expected.text)'"
  }

  /// The path fits; so it is the scheme or the host that does not.
  private static func originReason(
    _ route: RouteInfo,
    _ location: Location,
    _ rules: LocationRules
  ) -> String {
    if let scheme = route.scheme, scheme != location.scheme {
      return "only for locations of scheme '\(scheme)'"
    }
    if let host = route.host { return "only for host '\(host)'" }
    if !rules.allows(host: location.host, scheme: location.scheme) {
      return "host '\(location.host ?? "")' is not among the configured hosts"
    }
    return "locations of scheme '\(location.scheme ?? "")' look only among its own routes"
  }
}

/// Fits parts of a route's path to a location, whatever its scheme and host.
private struct Probe {
  let route: RouteInfo
  let location: Location
  /// The steps of all tries together.
  var budget = MatchBudget()

  /// Fits the first parts.
  ///
  /// - Parameters:
  ///   - count: How many parts.
  ///   - isOpen: Whether the location may go on behind them.
  /// - Returns: The segments behind them, or `nil` if the parts do not fit, or the budget does not
  ///   suffice.
  mutating func fits(_ count: Int, isOpen: Bool) -> [String]? {
    guard let pattern = route.pattern.beginning(count, isOpen: isOpen) else { return nil }
    let entry = RouteTable.Entry(pattern: pattern, isCaseSensitive: route.isCaseSensitive)
    var matches = RouteTable([entry]).matches(location)
    guard let match = matches.next(within: &budget) else { return nil }
    return isOpen ? match.rest : []
  }
}
