package import RoutePatterns
import TextTools

/// The reason why a route does not match a location, and how near it is.
package struct RouteMiss {
  package let reason: String

  /// The nearness: two points for each matching part of the pattern from the left, and one more if
  /// the next part seems mistyped.
  package let nearness: Int

  /// The reason if a value does not match its type or constraint: `'x' does not match ':id<int>'`.
  package private(set) var misfit: String?

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
    return isMistyped(segment, for: expected.text)
  }

  /// Whether a segment is probably meant to be a literal one.
  static func isMistyped(_ segment: String, for literal: String) -> Bool {
    guard min(segment.utf8.count, literal.utf8.count) > 2 else { return false }
    return !NearestNames.of(segment, among: [literal]).isEmpty
  }

  private static func pathReason(expected: PatternPart?, given: [String]) -> String {
    guard let segment = given.first else {
      return expected.map { "the location ends before '\($0.text)'" } ?? "does not match"
    }
    guard let expected else { return "no part matches '/\(given.joined(separator: "/"))'" }
    let verb = expected.segmentClass == .literal ? "is not" : "does not match"
    return "'\(segment)' \(verb) '\(expected.text)'"
  }

  /// The reason if the path matches, but not the scheme or the host.
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
    return "locations of scheme '\(location.scheme ?? "")' match only its own routes"
  }
}

/// Matches parts of a route's path with a location, ignoring scheme and host.
private struct Probe {
  let route: RouteInfo
  let location: Location
  /// The remaining steps of all attempts.
  var budget = MatchBudget()

  /// Matches the first parts of the pattern; returns the further segments.
  ///
  /// Returns `nil` if the parts do not match, if there are further segments without `isOpen`, or if
  /// the budget is exhausted.
  mutating func fits(_ count: Int, isOpen: Bool) -> [String]? {
    guard let pattern = route.pattern.beginning(count, isOpen: isOpen) else { return nil }
    let entry = RouteTable.Entry(pattern: pattern, isCaseSensitive: route.isCaseSensitive)
    var matches = RouteTable([entry]).matches(location)
    guard let match = matches.next(within: &budget) else { return nil }
    return isOpen ? match.rest : []
  }
}
