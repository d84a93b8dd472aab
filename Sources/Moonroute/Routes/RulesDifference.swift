import RoutePatterns

/// What changed when one set of rules took the place of another.
///
/// A route keeps its identity by its name, and one without a name by its scheme, host and pattern.
public struct RulesDifference: Sendable {
  /// The routes that were not there before, in the order of their registration.
  public var added: [RouteInfo] = []

  /// The routes that are there no more.
  public var removed: [RouteInfo] = []

  /// The routes that are declared differently, as they are now.
  ///
  /// What a function does inside cannot be seen from outside, and does not count.
  public var changed: [RouteInfo] = []

  /// Whether the same routes are declared the same way.
  public var isEmpty: Bool { added.isEmpty && removed.isEmpty && changed.isEmpty }

  /// Compares routes.
  ///
  /// - Parameters:
  ///   - old: The routes before.
  ///   - new: The routes after.
  /// - Complexity: O(*n*) for *n* routes in all.
  public init(from old: [RouteInfo], to new: [RouteInfo]) {
    var before: [Key: RouteInfo] = [:]
    for route in old { before[Key(route)] = route }
    for route in new {
      if let known = before.removeValue(forKey: Key(route)) {
        if !route.isDeclared(as: known) { changed.append(route) }
      } else {
        added.append(route)
      }
    }
    removed = before.values.sorted { $0.id < $1.id }
  }

  /// What tells a route from others.
  private enum Key: Hashable {
    case name(String)
    case place(scheme: String?, host: String?, pattern: String)

    init(_ route: RouteInfo) {
      self =
        route.name.map(Key.name)
        ?? .place(
          scheme: route.scheme,
          host: route.host?.description,
          pattern: route.pattern.text
        )
    }
  }
}

extension RouteInfo {
  /// Whether two routes are declared the same way, wherever that is written.
  fileprivate func isDeclared(as other: RouteInfo) -> Bool {
    name == other.name && pattern == other.pattern && scheme == other.scheme
      && host?.description == other.host?.description && priority == other.priority
      && isCaseSensitive == other.isCaseSensitive && tags == other.tags && meta == other.meta
      && parts == other.parts && animatorName == other.animatorName
      && keepsQuery == other.keepsQuery && parent?.label == other.parent?.label
  }
}
