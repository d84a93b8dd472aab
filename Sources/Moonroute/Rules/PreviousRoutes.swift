import RoutePatterns

/// The routes of the previous rules, to reuse identical patterns.
///
/// Reloaded scripts declare almost all routes as before and in the same order, so the next route is
/// almost always the next one in this list.
struct PreviousRoutes {
  /// The search distance after omitted routes.
  private static let reach = 32

  private let routes: [RouteInfo]
  private var next = 0

  /// Starts with routes in registration order.
  init(_ routes: [RouteInfo] = []) { self.routes = routes }

  /// Finds a route with the same template and parent.
  ///
  /// - Complexity: O(1).
  mutating func pattern(_ template: String, below parent: RoutePattern?) -> RoutePattern? {
    for place in next..<min(next + Self.reach, routes.count) {
      let route = routes[place]
      let isSame = route.pattern.isReading(
        of: template,
        below: parent,
        ownParent: route.parent?.pattern
      )
      guard isSame else { continue }
      next = place + 1
      return route.pattern
    }
    return nil
  }
}
