package import Moonroute

/// All routes below their parents, in the order of registration.
package struct RouteForest {
  /// The routes at the top.
  package let roots: [RouteInfo]

  private let childrenByParent: [Int: [RouteInfo]]

  /// Sorts the routes of an index.
  package init(_ index: RouteIndex) {
    roots = index.routes.filter { $0.parent == nil }
    childrenByParent = Dictionary(
      grouping: index.routes.filter { $0.parent != nil },
      by: { $0.parent?.id ?? -1 }
    )
  }

  /// The routes directly below a route.
  package func children(of route: RouteInfo) -> [RouteInfo] { childrenByParent[route.id] ?? [] }
}
