import RoutePatterns

/// The difference between two sets of rules.
///
/// A route is identified by its name, or without one by its scheme, host and pattern.
public struct RouteDiff: Sendable {
  /// The new routes, in registration order.
  public var added: [RouteInfo] = []

  /// The removed routes.
  public var removed: [RouteInfo] = []

  /// The routes with a different declaration, in their new form.
  ///
  /// Changes inside functions cannot be detected.
  public var changed: [RouteInfo] = []

  /// Whether both sets declare the same routes in the same way.
  public var isEmpty: Bool { added.isEmpty && removed.isEmpty && changed.isEmpty }

  /// Compares routes.
  ///
  /// - Parameters:
  ///   - old: The routes before.
  ///   - new: The routes after.
  /// - Complexity: O(*n*) for *n* routes in all.
  package init(from old: [RouteInfo], to new: [RouteInfo]) {
    // Almost always, most routes are identical and in the same order, so only
    // the others need a look-up.
    var head = 0
    while head < min(old.count, new.count), Key.areSame(old[head], new[head]) { head += 1 }
    var tail = 0
    while tail < min(old.count, new.count) - head,
      Key.areSame(old[old.count - 1 - tail], new[new.count - 1 - tail])
    {
      tail += 1
    }
    compare(old.prefix(head), with: new.prefix(head))
    compareEach(old.dropFirst(head).dropLast(tail), with: new.dropFirst(head).dropLast(tail))
    compare(old.suffix(tail), with: new.suffix(tail))
  }

  private mutating func compare(_ old: ArraySlice<RouteInfo>, with new: ArraySlice<RouteInfo>) {
    for (known, route) in zip(old, new) where !route.isDeclared(as: known) {
      changed.append(route)
    }
  }

  private mutating func compareEach(
    _ old: ArraySlice<RouteInfo>,
    with new: ArraySlice<RouteInfo>
  ) {
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

  private enum Key: Hashable {
    case name(String)
    case place(scheme: String?, host: String?, pattern: String)

    static func areSame(_ one: RouteInfo, _ other: RouteInfo) -> Bool {
      if let name = one.name { return name == other.name }
      return other.name == nil && Key(one) == Key(other)
    }

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
  /// Whether two routes have the same declaration, regardless of its position.
  fileprivate func isDeclared(as other: RouteInfo) -> Bool {
    name == other.name && pattern == other.pattern && scheme == other.scheme
      && host?.description == other.host?.description && traits == other.traits
      && parts == other.parts && animatorName == other.animatorName
      && parent?.label == other.parent?.label
  }
}
