package import RoutePatterns

/// A decision that is asked before a route is entered, for tools.
package struct PlacedDecision: Hashable, Sendable {
  package enum Kind: String, Sendable {
    case `guard`, redirect
  }

  package let kind: Kind
  /// The pattern or name as written, or the label of the route whose redirect it is.
  package let label: String
  /// Where its function is written, or where it was registered.
  package let site: SourceSite?
  /// Where it always leads, as written, or `nil` when a function decides.
  package let target: String?
}

extension RouterRules {
  /// The decisions that an open of a route asks, in order, whatever they answer.
  ///
  /// - Parameters:
  ///   - route: The route.
  ///   - location: One of its locations; guards of patterns are asked if they fit it. All are told
  ///     where that takes too many steps to find.
  /// - Returns: The decisions.
  package func decisionsAsked(of route: RouteInfo, at location: Location?) -> [PlacedDecision] {
    var asked: [PlacedDecision] = []
    if let location {
      let fitting = (try? guards(fitting: location, entering: route))?.map(\.decision)
      asked += (fitting ?? locationGuards.all(order: .rank).map(\.decision))
        .map { PlacedDecision($0) }
    }
    for place in route.branch {
      asked += guards(of: place).map { PlacedDecision($0) }
      asked += redirects(of: place)
        .map { PlacedDecision(.redirect, place.label, $0, registeredAt: place.site) }
    }
    return asked
  }

  /// Where the functions are written that make or choose what a route shows.
  package func screenSites(of route: RouteInfo) -> [SourceSite] {
    let sites = behaviour(of: route)?.sites
    return [sites?.view, sites?.action, sites?.animator].compactMap(\.self)
  }

  /// Where the functions are written that decide about a route itself, without those of the routes
  /// above.
  package func decisionSites(of route: RouteInfo) -> [SourceSite] {
    redirects(of: route).compactMap(\.site) + guards(of: route).compactMap(\.decision.site)
  }

  /// The name of the view of a route, unless it is made by a function.
  package func viewName(of route: RouteInfo) -> String? {
    if case .named(let name)? = behaviour(of: route)?.view { name } else { nil }
  }
}

extension PlacedDecision {
  fileprivate init(_ attached: AttachedDecision) {
    self.init(.guard, attached.label, attached.decision, registeredAt: attached.site)
  }

  fileprivate init(
    _ kind: Kind,
    _ label: String,
    _ redirect: Route.Redirect,
    registeredAt site: SourceSite?
  ) {
    self.kind = kind
    self.label = label
    self.site = redirect.site ?? site
    if case .fixed(let target) = redirect { self.target = target } else { target = nil }
  }
}
