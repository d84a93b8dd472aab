package import RoutePatterns

/// Computes how near many routes are to one location, without trying the values of most of them.
///
/// The results are the same as ``RouteMiss/nearness``.
package struct RouteNearness {
  /// The next literal part of a pattern, at a position in the path.
  private struct Part: Hashable {
    let position: Int
    let text: String
  }

  private let location: Location
  private let rules: LocationRules
  private var mistyped: [Part: Bool] = [:]

  package init(to location: Location, rules: LocationRules) {
    (self.location, self.rules) = (location, rules)
  }

  /// The nearness of a route that does not match the location.
  package mutating func nearness(of route: RouteInfo) -> Int {
    let segments = location.segments
    guard
      let (count, literal) = route.pattern.plainBeginning(
        of: segments,
        isCaseSensitive: route.isCaseSensitive
      )
    else { return RouteMiss(route, location, rules: rules).nearness }
    guard let literal else { return 2 * count }
    let part = Part(position: count, text: literal)
    return 2 * count + (isMistyped(segments[count], for: part) ? 1 : 0)
  }

  private mutating func isMistyped(_ segment: String, for part: Part) -> Bool {
    if let known = mistyped[part] { return known }
    let result = RouteMiss.isMistyped(segment, for: part.text)
    mistyped[part] = result
    return result
  }
}
