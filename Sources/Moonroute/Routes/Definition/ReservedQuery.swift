import RoutePatterns

/// The query names that speak to the router, not to the route.
public enum ReservedQuery {
  /// Opened when the location itself leads nowhere.
  public static let fallback = "route_fallback_url"

  /// Shows the screen without a transition.
  public static let noAnimation = "route_no_animation"

  /// All reserved names.
  public static let names: Set<String> = [fallback, noAnimation]

  /// Whether a location asks for no animation: `true`, `yes` or a number other than zero.
  static func refusesAnimation(_ location: Location) -> Bool {
    guard let value = location.query.last(noAnimation)?.lowercased() else { return false }
    if value == "true" || value == "yes" { return true }
    return Double(value).map { $0 != 0 } ?? false
  }
}
