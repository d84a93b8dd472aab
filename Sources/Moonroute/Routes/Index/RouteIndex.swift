public import RoutePatterns
import Synchronization

/// Every registered route, compiled for look-ups from any thread.
///
/// A route that was taken back, or whose owner is gone, does not count from that moment on,
/// compiled or not. Routes that were added lie over those before until they are as many.
public final class RouteIndex: Sendable {
  let base: RouteLayer

  /// The routes that were added since, in layers of which each is less than half as large as the one
  /// before it.
  let newer: [RouteLayer]

  /// The settings that decide beside the routes themselves.
  let settings: MatchSettings

  /// The table of all routes, once it was asked for.
  private let whole = Mutex<RouteLayer?>(nil)

  /// The routes that were compiled to make it, for tests.
  package let compiledCount: Int

  /// Compiles routes.
  ///
  /// - Parameters:
  ///   - routes: All routes in registration order.
  ///   - settings: What decides beside them.
  ///   - before: The index of the first of them with the same settings, to build upon.
  ///   - previous: The index of the rules before, to take over what is the same.
  /// - Complexity: O(*n* log *n*) for *n* routes. When routes are added one by one, each with an
  ///   index of its own, O(log² *n*) for each on average, unless one brings a scheme, or shares the
  ///   place of another and one of both has an owner.
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
      // Each layer takes in those above it that are not much smaller.
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

  /// The settings of layers above another: a scheme with routes of its own in one layer has them in
  /// all.
  private static func settings(_ settings: MatchSettings, above base: RouteLayer) -> MatchSettings {
    var settings = settings
    for scheme in base.schemes where !["http", "https"].contains(scheme) {
      settings.fallback[scheme] = settings.fallback[scheme] ?? false
    }
    return settings
  }

  var rules: LocationRules { settings.rules }

  /// The routes in registration order.
  public var routes: [RouteInfo] {
    let routes = newer.reduce(base.routes) { $0 + $1.routes }
    return routes.allSatisfy(\.isActive) ? routes : routes.filter(\.isActive)
  }

  /// The routes that fit a location, the winner first, found one at a time.
  public func matches(_ location: Location) -> RouteMatches { RouteMatches(self, location) }

  /// The route that a location matches.
  ///
  /// Runs no function of the program.
  ///
  /// - Returns: The route and the match; `nil` if no route fits, or the look-up takes more steps than
  ///   it has, which ``matches(_:)`` tells.
  /// - Complexity: As `RouteTable.match(_:)`.
  public func match(_ location: Location) -> (route: RouteInfo, match: RouteMatch)? {
    var matches = matches(location)
    return matches.next()
  }

  /// The route of that name, or `nil`.
  public func route(named name: String) -> RouteInfo? {
    for layer in newer.reversed() {
      if let route = layer.route(named: name) { return route }
    }
    return base.route(named: name)
  }

  /// All names, sorted.
  public var allNames: [String] {
    newer.reduce(into: Set(base.activeNames)) { $0.formUnion($1.activeNames) }.sorted()
  }

  /// The table of all routes that can be opened themselves, for tools.
  ///
  /// Routes that do not count any more are in it; ``matches(_:)`` leaves them out.
  ///
  /// - Complexity: O(*n* log *n*) for *n* routes at the first call, if routes were added lately.
  package var table: RouteTable { wholeLayer.table }

  /// The route that a match of ``table`` speaks of.
  package func route(of match: RouteMatch) -> RouteInfo { route(ofEntry: match.entry) }

  /// The route behind an entry of ``table``.
  package func route(ofEntry entry: Int) -> RouteInfo { wholeLayer.entries[entry] }

  /// The order among several matches of one priority.
  package var order: RouteTable.Order { settings.order }

  /// The routes that can be opened, in the order in which they win.
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

  /// The routes that can be opened, in no order.
  var openableRoutes: [RouteInfo] {
    newer.reduce(base.entries) { $0 + $1.entries }.filter(\.isActive)
  }
}
