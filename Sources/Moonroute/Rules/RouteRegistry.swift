import RoutePatterns

/// The registered routes with what they do, by identity, name and place.
struct RouteRegistry {
  private var behaviours: [Int: RouteBehaviour] = [:]
  private var byName: [String: RoutesByKey] = [:]
  private var byPlace: [RoutePlace: RoutesByKey] = [:]

  /// The identity that the next route gets.
  private(set) var nextID = 0

  /// The number of routes, those that do not count any more included.
  var count: Int { behaviours.count }

  /// The number of routes that count.
  var activeCount: Int { behaviours.values.count { $0.route.isActive } }

  /// The names of the routes that count, sorted.
  var names: [String] { byName.keys.filter { route(named: $0) != nil }.sorted() }

  /// Makes room for routes to come.
  mutating func reserve(_ count: Int) {
    behaviours.reserveCapacity(count)
    byName.reserveCapacity(count)
    byPlace.reserveCapacity(count)
  }

  /// The behaviour of a route, or `nil` for one of another registry.
  func behaviour(of route: RouteInfo) -> RouteBehaviour? {
    guard let behaviour = behaviours[route.id], behaviour.route === route else { return nil }
    return behaviour
  }

  /// The newest route of that name, or `nil`.
  func route(named name: String) -> RouteInfo? { byName[name]?.newestActive }

  /// The routes at a place, in the order of their registration.
  func routes(at place: RoutePlace) -> [RouteInfo] { byPlace[place]?.active ?? [] }

  /// Takes over a definition that was found right.
  mutating func add(_ check: DefinitionCheck) {
    nextID += check.behaviours.count
    for behaviour in check.behaviours {
      let route = behaviour.route
      behaviours[route.id] = behaviour
      if let name = route.name { RoutesByKey.note(route, &byName[name]) }
      if !route.parts.isEmpty { RoutesByKey.note(route, &byPlace[RoutePlace(route)]) }
    }
  }

  /// Forgets what does not count any more.
  ///
  /// - Returns: Whether there was anything.
  mutating func tidyUp() -> Bool {
    guard behaviours.values.contains(where: { !$0.route.isActive }) else { return false }
    behaviours = behaviours.filter(\.value.route.isActive)
    byName = byName.compactMapValues(\.withoutInactive)
    byPlace = byPlace.compactMapValues(\.withoutInactive)
    return true
  }
}
