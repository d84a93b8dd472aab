import RoutePatterns

/// The behaviour of a route; only the router's executor uses it.
final class RouteBehaviour {
  let route: RouteInfo
  let view: LinkRoute.View?
  let action: Handler<RouteState, ActionAnswer>?
  let redirects: [LinkRoute.Redirect]
  let onExit: Handler<ScreenExit, ExitDecision>?
  let animator: AnimatorChoice?
  let isAnimated: Bool?
  let sites: HandlerSites

  init(_ route: borrowing LinkRoute, of info: RouteInfo) {
    self.route = info
    view = route.view
    action = route.action
    redirects = route.redirects
    onExit = route.onExit
    animator = route.animator
    isAnimated = route.animated
    sites = route.sites
  }
}

struct RouteInheritance {
  var pattern: RoutePattern?
}

/// The place of a route.
///
/// Of two routes at the same place, only the first one is reached, unless it declines.
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

  /// Hashes the bytes that almost always distinguish places, in a single call.
  func hash(into hasher: inout Hasher) {
    shapeKey.withUnsafeBytes { hasher.combine(bytes: $0) }
    hasher.combine(scheme)
  }
}
