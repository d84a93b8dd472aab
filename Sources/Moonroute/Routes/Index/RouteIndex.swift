package import RoutePatterns
import Synchronization

/// All registered routes, compiled for look-ups from any thread.
///
/// A route is ignored from the moment when it is cancelled or its owner is deallocated. Added
/// routes are in layers on top of the existing ones until they are about as many.
package final class RouteIndex: Sendable {
  let base: RouteLayer

  /// The layers of routes that were added later, each less than half as large as the previous one.
  let newer: [RouteLayer]

  let settings: MatchSettings

  /// The table of all routes, made on demand.
  private let whole = Mutex<RouteLayer?>(nil)

  /// The number of compiled routes in this index, for tests.
  package let compiledCount: Int

  /// Compiles routes in registration order, building upon `before` and reusing `previous`.
  ///
  /// `before` is the index of the first part of the routes with the same settings.
  ///
  /// - Complexity: O(*n* log *n*) for *n* routes. If routes are added one by one, each with its own
  ///   index, O(log² *n*) on average for each, unless a route has a new scheme, or shares a place
  ///   with another and either has an owner.
  init(
    routes: [RouteInfo],
    settings: MatchSettings,
    before: RouteIndex? = nil,
    previous: RouteIndex? = nil
  ) {
    self.settings = settings
    var layers = before.map { [$0.base] + $0.newer } ?? []
    let known = layers.reduce(0) { $0 + $1.routes.count }
    let added = routes.dropFirst(known)
    let isChanged = added.contains { route in
      layers.first?.lacksScheme(of: route) ?? true || layers.contains { $0.hasPlace(of: route) }
    }
    if !isChanged {
      // A new layer absorbs upper layers that are not much smaller.
      var count = added.count
      while let last = layers.last, count * 2 >= last.routes.count {
        count += last.routes.count
        layers.removeLast()
      }
      if let base = layers.first {
        self.base = base
        let settings = Self.settings(settings, above: base)
        let fresh = RouteLayer(Array(routes.suffix(count)), settings: settings)
        newer = layers.dropFirst() + (count > 0 ? [fresh] : [])
        compiledCount = count
        return
      }
    }
    let old = previous?.settings == settings ? previous?.base : nil
    base = RouteLayer(routes, settings: settings, previous: old)
    newer = []
    compiledCount = routes.count
  }

  /// The settings of upper layers: if a scheme has its own routes in one layer, this holds for all
  /// layers.
  private static func settings(_ settings: MatchSettings, above base: RouteLayer) -> MatchSettings {
    var settings = settings
    for scheme in base.schemes where !["http", "https"].contains(scheme) {
      settings.fallback[scheme] = settings.fallback[scheme] ?? false
    }
    return settings
  }

  var rules: LocationRules { settings.rules }

  /// The routes in registration order.
  package var routes: [RouteInfo] {
    let routes = newer.reduce(base.routes) { $0 + $1.routes }
    return routes.allSatisfy(\.isActive) ? routes : routes.filter(\.isActive)
  }

  /// The matching routes, the winner first, computed lazily.
  package func matches(_ location: Location) -> RouteMatches { RouteMatches(self, location) }

  /// The route that a location matches.
  ///
  /// It calls no function of the program.
  ///
  /// - Returns: The route and the match; `nil` if no route matches or the look-up exceeded its
  ///   limit, which ``matches(_:)`` reports.
  /// - Complexity: The complexity of `RouteTable.match(_:)`.
  package func match(_ location: Location) -> (route: RouteInfo, match: RouteMatch)? {
    var matches = matches(location)
    return matches.next()
  }

  /// The route with the given name, or `nil`.
  package func route(named name: String) -> RouteInfo? {
    for layer in newer.reversed() {
      if let route = layer.route(named: name) { return route }
    }
    return base.route(named: name)
  }

  /// All names, sorted.
  package var allNames: [String] {
    newer.reduce(into: Set(base.activeNames)) { $0.formUnion($1.activeNames) }.sorted()
  }

  /// The table of all routes that can be opened, for tools.
  ///
  /// It includes inactive routes, which ``matches(_:)`` skips.
  ///
  /// - Complexity: O(*n* log *n*) for *n* routes at the first call after routes were added.
  package var table: RouteTable { wholeLayer.table }

  package func route(of match: RouteMatch) -> RouteInfo { route(ofEntry: match.entry) }

  package func route(ofEntry entry: Int) -> RouteInfo { wholeLayer.entries[entry] }

  /// The order of matches with the same priority.
  package var order: RouteTable.Order { settings.order }

  package var winningRoutes: [RouteInfo] {
    let layer = wholeLayer
    return layer.table.winningOrder.map { layer.entries[$0] }.filter(\.isActive)
  }

  private var wholeLayer: RouteLayer {
    if newer.isEmpty { return base }
    return whole.withLock { whole in
      let layer =
        whole ?? RouteLayer(newer.reduce(base.routes) { $0 + $1.routes }, settings: settings)
      whole = layer
      return layer
    }
  }

  /// The routes that can be opened, in undefined order.
  var openableRoutes: [RouteInfo] {
    newer.reduce(base.entries) { $0 + $1.entries }.filter(\.isActive)
  }
}
