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

  private let parent: RouteBehaviour?
  /// The number of ancestors.
  let depth: Int

  /// The decisions for the named guards at the time.
  private var planned: (guards: NamedDecisions.Version, decisions: [PlannedDecision])?
  /// The version of the named guards in which neither the route nor an ancestor has decisions.
  private var idle: NamedDecisions.Version?

  init(_ route: borrowing LinkRoute, of info: RouteInfo, below parent: RouteBehaviour?) {
    self.route = info
    self.parent = parent
    depth = parent.map { $0.depth + 1 } ?? 0
    view = route.view
    action = route.action
    redirects = route.redirects
    onExit = route.onExit
    animator = route.animator
    isAnimated = route.animated
    sites = route.sites
  }

  /// The behaviour of an ancestor or of the route itself; 0 is the depth of the root.
  func ancestor(at depth: Int) -> RouteBehaviour {
    var found = self
    while found.depth > depth, let parent = found.parent { found = parent }
    return found
  }

  /// The guards with the route's name, then its own redirects, in calling order.
  func decisions(with guards: NamedDecisions) -> [PlannedDecision] {
    let decisions = allDecisions(with: guards)
    return decisions.allSatisfy(\.isActive) ? decisions : decisions.filter(\.isActive)
  }

  /// Whether the route or an ancestor has decisions.
  func hasDecisions(with guards: NamedDecisions) -> Bool {
    if idle === guards.version { return false }
    guard allDecisions(with: guards).isEmpty, parent?.hasDecisions(with: guards) != true else {
      return true
    }
    idle = guards.version
    return false
  }

  private func allDecisions(with guards: NamedDecisions) -> [PlannedDecision] {
    if let planned, planned.guards === guards.version { return planned.decisions }
    var decisions = route.name.map { name in guards[name].map(\.planned) } ?? []
    for (index, redirect) in redirects.enumerated() {
      decisions.append(
        PlannedDecision(redirect, number: index + 1, of: redirects.count, route)
      )
    }
    planned = (guards.version, decisions)
    return decisions
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
