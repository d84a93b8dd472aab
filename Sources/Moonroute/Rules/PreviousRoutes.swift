import RoutePatterns

/// The routes of the rules before, from which those that are added now take what is the same.
///
/// Scripts that are loaded again declare nearly all routes as before and in the same order, so the
/// one that comes next is nearly always the one at hand.
struct PreviousRoutes {
  /// How far ahead is looked for a route after others were left out.
  private static let reach = 32

  private let routes: [RouteInfo]
  private var next = 0

  /// Begins with routes in the order of their registration.
  init(_ routes: [RouteInfo] = []) { self.routes = routes }

  /// The pattern of a previous route with the same template below the same parent, or `nil`.
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
