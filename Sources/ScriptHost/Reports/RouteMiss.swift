import Moonroute
import RoutePatterns
import TextTools

/// Why a route does not fit a location, and how far it fits.
struct RouteMiss {
  /// The reason in words.
  let reason: String

  /// How far it fits: two for each of the pattern's parts from the left, one more when the next
  /// part looks mistyped.
  let nearness: Int

  /// Finds the reason.
  init(_ route: RouteInfo, _ location: Location, rules: LocationRules, types: ParameterTypes) {
    let units = route.pattern.units
    let probe = Probe(route: route, location: location, types: types)
    if probe.fits(units, open: false) != nil {
      reason = Self.originReason(route, location, rules)
      nearness = 2 * units.count + 2
      return
    }
    var count = units.count
    var rest: [String]?
    while count > 0 {
      rest = probe.fits(Array(units[..<count]), open: true)
      if rest != nil { break }
      count -= 1
    }
    let left = rest ?? location.segments
    let expected = units[count...].first { !$0.isOptional }
    nearness = 2 * count + (Self.isMistyped(left.first, for: expected) ? 1 : 0)
    reason = Self.pathReason(expected: expected, given: left)
  }

  private static func isMistyped(_ segment: String?, for expected: PatternUnit?) -> Bool {
    guard let segment, let expected, expected.kind(isLast: false) == .literal else { return false }
    guard min(segment.utf8.count, expected.text.utf8.count) > 2 else { return false }
    return !NearestNames.of(segment, among: [expected.text]).isEmpty
  }

  private static func pathReason(expected: PatternUnit?, given: [String]) -> String {
    guard let segment = given.first else {
      return expected.map { "the location ends before '\($0.text)'" } ?? "does not fit"
    }
    guard let expected else { return "nothing takes '/\(given.joined(separator: "/"))'" }
    let verb = expected.kind(isLast: false) == .literal ? "is not" : "does not fit"
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
  let types: ParameterTypes

  /// Fits some parts.
  ///
  /// - Parameters:
  ///   - units: The parts.
  ///   - open: Whether the location may go on behind them.
  /// - Returns: The segments behind them, or `nil` if the parts do not fit.
  func fits(_ units: [PatternUnit], open: Bool) -> [String]? {
    var text = units.map { $0.isOptional ? $0.text : "/" + $0.text }.joined()
    if open { text += "/**" }
    guard let pattern = try? RoutePattern(text.isEmpty ? "/" : text, types: types)
    else { return nil }
    let entry = RouteTable.Entry(pattern: pattern, isCaseSensitive: route.isCaseSensitive)
    guard let match = RouteTable([entry]).match(location) else { return nil }
    return open ? match.rest : []
  }
}
