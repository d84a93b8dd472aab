import RoutePatterns

/// The registered routes with their behaviours, by identity, name and place.
struct RouteRegistry {
  private var behaviours: [Int: RouteBehaviour] = [:]
  private var byName: [String: RoutesByKey] = [:]
  private var byPlace: [RoutePlace: RoutesByKey] = [:]

  private(set) var nextID = 0

  /// The number of routes, including inactive ones.
  var count: Int { behaviours.count }

  var activeCount: Int { behaviours.values.count { $0.route.isActive } }

  var names: [String] { byName.keys.filter { route(named: $0) != nil }.sorted() }

  mutating func reserve(_ count: Int) {
    behaviours.reserveCapacity(count)
    byName.reserveCapacity(count)
    byPlace.reserveCapacity(count)
  }

  /// The behaviour of a route, or `nil` for a route of another registry.
  func behaviour(of route: RouteInfo) -> RouteBehaviour? {
    guard let behaviour = behaviours[route.id], behaviour.route === route else { return nil }
    return behaviour
  }

  func route(named name: String) -> RouteInfo? { byName[name]?.newestActive }

  func routes(at place: RoutePlace) -> [RouteInfo] { byPlace[place]?.active ?? [] }

  mutating func add(_ check: DefinitionCheck) {
    nextID += check.behaviours.count
    for behaviour in check.behaviours {
      let route = behaviour.route
      behaviours[route.id] = behaviour
      if let name = route.name { RoutesByKey.note(route, &byName[name]) }
      if !route.parts.isEmpty { RoutesByKey.note(route, &byPlace[RoutePlace(route)]) }
    }
  }

  /// Returns whether any inactive routes were removed.
  mutating func tidyUp() -> Bool {
    guard behaviours.values.contains(where: { !$0.route.isActive }) else { return false }
    behaviours = behaviours.filter(\.value.route.isActive)
    byName = byName.compactMapValues(\.withoutInactive)
    byPlace = byPlace.compactMapValues(\.withoutInactive)
    return true
  }
}
