/// The routes with the same name or place, in registration order.
///
/// Almost always there is only one; in that case nothing is allocated.
struct RoutesByKey: Sendable {
  private let first: RouteInfo
  private var later: [RouteInfo] = []

  init(_ route: RouteInfo) { first = route }

  mutating func add(_ route: RouteInfo) { later.append(route) }

  var newestActive: RouteInfo? {
    later.last(where: \.isActive) ?? (first.isActive ? first : nil)
  }

  var active: [RouteInfo] { (first.isActive ? [first] : []) + later.filter(\.isActive) }

  /// The active routes, or `nil` if none is active.
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

  static func note(_ route: RouteInfo, _ routes: inout RoutesByKey?) {
    if routes == nil { routes = RoutesByKey(route) } else { routes?.add(route) }
  }
}
