import Moonroute
import RoutePatterns
import TestSupport

extension Router {
  /// Creates a router with routes, and everything else that a row needs.
  static func make(
    _ setUp: (RouterRules) throws -> Void = { _ in },
    @RouteBuilder routes: () -> [LinkRoute]
  ) throws -> Router {
    let rules = RouterRules()
    // A busy machine may take longer than the default ten seconds.
    rules.configuration.waitLimit = .seconds(3_600)
    try setUp(rules)
    try rules.add(contentsOf: routes())
    return Router(rules: rules, clock: SkippingClock())
  }
}

extension LinkRoute {
  /// A route that shows a screen with the route's name.
  static func page(_ path: String, name: String? = nil) -> LinkRoute {
    LinkRoute(path, name: name).view { Screen($0.route.label) }
  }

  /// The same route with some of its fields changed.
  func with(_ change: (inout LinkRoute) -> Void) -> LinkRoute {
    var route = self
    change(&route)
    return route
  }
}
