/// The routes that share a name or a place, in the order of their registration.
///
/// There is nearly always one, for which nothing is allocated.
struct RoutesByKey: Sendable {
  private let first: RouteInfo
  private var later: [RouteInfo] = []

  /// Begins with a route.
  init(_ route: RouteInfo) { first = route }

  /// Adds a newer route.
  mutating func add(_ route: RouteInfo) { later.append(route) }

  /// The newest route that counts, or `nil`.
  var newestActive: RouteInfo? {
    later.last(where: \.isActive) ?? (first.isActive ? first : nil)
  }

  /// The routes that count.
  var active: [RouteInfo] { (first.isActive ? [first] : []) + later.filter(\.isActive) }

  /// The same without the routes that do not count, or `nil` when none does.
  var withoutInactive: RoutesByKey? {
    let active = active
    guard let first = active.first else { return nil }
    var routes = RoutesByKey(first)
    routes.later = Array(active.dropFirst())
    return routes
  }
}

extension RoutesByKey {
  static func byName(_ routes: [RouteInfo]) -> [String: RoutesByKey] {
    var names: [String: RoutesByKey] = [:]
    names.reserveCapacity(routes.count)
    for route in routes {
      guard let name = route.name,
        var known = names.updateValue(RoutesByKey(route), forKey: name)
      else { continue }
      known.add(route)
      names[name] = known
    }
    return names
  }

  /// Adds a route to those at a place, if there are any.
  static func note(_ route: RouteInfo, _ routes: inout RoutesByKey?) {
    if routes == nil { routes = RoutesByKey(route) } else { routes?.add(route) }
  }
}
