import RoutePatterns

/// The changes when one set of rules took the place of another.
///
/// A route keeps its identity by its name, and one without a name by its scheme, host and pattern.
public struct RouteDiff: Sendable {
  /// The routes that were not there before, in the order of their registration.
  public var added: [RouteInfo] = []

  /// The routes that are there no more.
  public var removed: [RouteInfo] = []

  /// The routes that are declared differently, as they are now.
  ///
  /// The work inside of a function cannot be seen from outside, and does not count.
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
    // Nearly always most routes are the same, in the same order: only the others are looked up.
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

  /// The properties that tell a route from others.
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
  /// Whether two routes are declared the same way, wherever that is written.
  fileprivate func isDeclared(as other: RouteInfo) -> Bool {
    name == other.name && pattern == other.pattern && scheme == other.scheme
      && host?.description == other.host?.description && traits == other.traits
      && parts == other.parts && animatorName == other.animatorName
      && parent?.label == other.parent?.label
  }
}
