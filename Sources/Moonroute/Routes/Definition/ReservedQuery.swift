/// The query names that are reserved for the router.
///
/// They are never part of the query that a route receives. ``RouterConfiguration/linkOptions``
/// defines whether they are effective. By default they are effective only in the program's own
/// links, because otherwise any author of a link could control the router.
package enum ReservedQuery {
  /// A location to open if the link's own location fails to match.
  package static let fallback = "route_fallback_url"

  /// Shows the screen without a transition.
  package static let noAnimation = "route_no_animation"

  /// All reserved names.
  package static let names: Set<String> = [fallback, noAnimation]

  /// Whether a value disables the animation: `true`, `yes` or a number other than zero.
  static func refusesAnimation(_ value: String) -> Bool {
    let value = value.lowercased()
    if value == "true" || value == "yes" { return true }
    return Double(value).map { $0 != 0 } ?? false
  }
}
