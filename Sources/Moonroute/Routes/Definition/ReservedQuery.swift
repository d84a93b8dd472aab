/// The query names that speak to the router, not to the route.
///
/// They are never part of the query that a route sees. Whether they count is told by
/// ``RouterConfiguration/linkOptions``: by default in links of one's own only, since whatever writes
/// a link would else steer the router.
public enum ReservedQuery {
  /// Opened when the location itself leads nowhere.
  public static let fallback = "route_fallback_url"

  /// Shows the screen without a transition.
  public static let noAnimation = "route_no_animation"

  /// All reserved names.
  public static let names: Set<String> = [fallback, noAnimation]

  /// Whether a value asks for no animation: `true`, `yes` or a number other than zero.
  static func refusesAnimation(_ value: String) -> Bool {
    let value = value.lowercased()
    if value == "true" || value == "yes" { return true }
    return Double(value).map { $0 != 0 } ?? false
  }
}
