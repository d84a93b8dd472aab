import RoutePatterns

/// The behaviour of a route: the part that only the application's executor touches.
final class RouteBehaviour {
  let route: RouteInfo
  let view: Route.View?
  let action: Handler<RouteState, ActionAnswer>?
  let redirects: [Route.Redirect]
  let onExit: Handler<Leaving, Bool>?
  let animator: AnimatorChoice?
  let isAnimated: Bool?
  let sites: HandlerSites?

  /// Takes the behaviour from a route's definition.
  init(_ route: borrowing Route, of info: RouteInfo) {
    self.route = info
    view = route.view
    action = route.action
    redirects = route.redirects
    onExit = route.onExit
    animator = route.animator
    isAnimated = route.isAnimated
    sites = route.sites
  }
}

/// The properties that a child takes over from the routes above it.
struct RouteInheritance {
  var pattern: RoutePattern?
}

/// The place that a route takes: of two routes at one place only the first is reached, unless it
/// declines.
struct RoutePlace: Hashable {
  let shapeKey: [UInt8]
  let scheme: String?
  let host: HostPattern?
  let priority: Int
  let isCaseSensitive: Bool

  init(_ route: RouteInfo) {
    shapeKey = route.pattern.shapeKey
    scheme = route.scheme
    host = route.host
    priority = route.priority
    isCaseSensitive = route.isCaseSensitive
  }

  /// Hashes what nearly always tells places apart, all bytes at once.
  func hash(into hasher: inout Hasher) {
    shapeKey.withUnsafeBytes { hasher.combine(bytes: $0) }
    hasher.combine(scheme)
  }
}
