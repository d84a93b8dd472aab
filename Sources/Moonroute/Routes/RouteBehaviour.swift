import RoutePatterns

/// What a route does: the part that only the application's executor touches.
struct RouteBehaviour {
  var view: Route.View?
  var action: Handler<RouteState, ActionAnswer>?
  var redirects: [Route.Redirect]
  var onExit: Handler<Leaving, Bool>?
  var animator: AnimatorChoice?
  var isAnimated: Bool?
}

/// What a child takes over from the routes above it.
struct RouteInheritance {
  var pattern: RoutePattern?
}

/// The place that a route takes: two routes may not share one.
struct RoutePlace: Hashable {
  var shape: String
  var scheme: String?
  var host: HostPattern?
  var priority: Int
  var isCaseSensitive: Bool
}
