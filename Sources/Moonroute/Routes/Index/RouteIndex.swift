public import RoutePatterns
import Synchronization

/// Every registered route, compiled for look-ups from any thread.
///
/// A route that was taken back, or whose owner is gone, does not count from that moment on,
/// compiled or not. Routes that were added to a large table lie over it until they are many.
public final class RouteIndex: Sendable {
  /// Most of the routes.
  let base: RouteLayer

  /// The routes that were added since, if any.
  let overlay: RouteLayer?

  /// The settings that decide beside the routes themselves.
  let settings: MatchSettings

  /// The table of all routes, once it was asked for.
  private let whole = Mutex<RouteLayer?>(nil)

  /// The most routes that lie over others.
  private static let overlayLimit = 64

  /// Compiles routes.
  ///
  /// - Parameters:
  ///   - routes: All routes in registration order.
  ///   - settings: What decides beside them.
  ///   - before: The index of the first of them with the same settings, to build upon.
  ///   - previous: The index of the rules before, to take over what is the same.
  /// - Complexity: O(*n* log *n*) for *n* routes, and much less when few were added.
  init(
    routes: [RouteInfo],
    settings: MatchSettings,
    before: RouteIndex? = nil,
    previous: RouteIndex? = nil
  ) {
    self.settings = settings
    guard let base = before?.base, routes.count - base.routes.count <= Self.overlayLimit,
      let overlay = Self.overlay(routes.dropFirst(base.routes.count), on: base, settings: settings)
    else {
      let known = previous?.settings == settings ? previous?.base : nil
      self.base = RouteLayer(routes, settings: settings, previous: known)
      self.overlay = nil
      return
    }
    self.base = base
    self.overlay = overlay.routes.isEmpty ? nil : overlay
  }

  /// The layer of added routes, or `nil` when they change what holds for the others.
  private static func overlay(
    _ added: ArraySlice<RouteInfo>,
    on base: RouteLayer,
    settings: MatchSettings
  ) -> RouteLayer? {
    guard !added.contains(where: base.isChanged) else { return nil }
    var settings = settings
    // A scheme with routes of its own in either layer has them in both.
    for scheme in base.schemes where !["http", "https"].contains(scheme) {
      settings.fallback[scheme] = settings.fallback[scheme] ?? false
    }
    return RouteLayer(Array(added), settings: settings)
  }

  /// How locations are read.
  var rules: LocationRules { settings.rules }

  /// The routes in registration order.
  public var routes: [RouteInfo] {
    let routes = overlay.map { base.routes + $0.routes } ?? base.routes
    return routes.allSatisfy(\.isActive) ? routes : routes.filter(\.isActive)
  }

  /// The routes that fit a location, the winner first, found one at a time.
  public func matches(_ location: Location) -> RouteMatches { RouteMatches(self, location) }

  /// The route that a location matches.
  ///
  /// Runs no function of the program.
  ///
  /// - Returns: The route and the match, or `nil`.
  /// - Complexity: As ``RouteTable/match(_:)``.
  public func match(_ location: Location) -> (route: RouteInfo, match: RouteMatch)? {
    var matches = matches(location)
    return matches.next()
  }

  /// The route of that name, or `nil`.
  public func route(named name: String) -> RouteInfo? {
    overlay?.route(named: name) ?? base.route(named: name)
  }

  /// All names, sorted.
  public var allNames: [String] {
    Set(base.activeNames).union(overlay.map { Set($0.activeNames) } ?? []).sorted()
  }

  /// The table of all routes that can be opened themselves, for tools.
  ///
  /// Routes that do not count any more are in it; ``matches(_:)`` leaves them out.
  ///
  /// - Complexity: O(*n* log *n*) for *n* routes at the first call, if routes were added lately.
  public var table: RouteTable { wholeLayer.table }

  /// The route that a match of ``table`` speaks of.
  public func route(of match: RouteMatch) -> RouteInfo { route(ofEntry: match.entry) }

  /// The route behind an entry of ``table``.
  package func route(ofEntry entry: Int) -> RouteInfo { wholeLayer.entries[entry] }

  /// The order among several matches of one priority.
  package var order: RouteTable.Order { settings.order }

  /// The routes that can be opened, in the order in which they win.
  public var winningRoutes: [RouteInfo] {
    let layer = wholeLayer
    return layer.table.winningOrder.map { layer.entries[$0] }.filter(\.isActive)
  }

  /// All routes in one layer.
  private var wholeLayer: RouteLayer {
    guard let overlay else { return base }
    return whole.withLock { whole in
      let layer = whole ?? RouteLayer(base.routes + overlay.routes, settings: settings)
      whole = layer
      return layer
    }
  }

  /// The routes that can be opened, in no order.
  var openableRoutes: [RouteInfo] {
    (base.entries + (overlay?.entries ?? [])).filter(\.isActive)
  }
}
