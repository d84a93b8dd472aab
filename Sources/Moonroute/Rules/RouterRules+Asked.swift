package import RoutePatterns

/// A decision that is called before a route is entered, for tools.
package struct PlacedDecision: Hashable, Sendable {
  package enum Kind: String, Sendable {
    case `guard`, redirect
  }

  package let kind: Kind
  /// The pattern or name as written, or the label of the redirect's route.
  package let label: String
  /// The source position of its function, or of its registration.
  package let site: SourceSite?
  /// The fixed target as written, or `nil` if a function decides.
  package let target: String?
}

extension RouterRules {
  /// The decisions that an open of a route calls, in order, regardless of their answers.
  ///
  /// They include the guards with patterns that match `location`, or all guards with patterns if
  /// the search takes too many steps.
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

  /// The source positions of the functions that make or choose the screen of a route.
  package func screenSites(of route: RouteInfo) -> [SourceSite] {
    let sites = behaviour(of: route)?.sites
    return [sites?.view, sites?.action, sites?.animator].compactMap(\.self)
  }

  /// The source positions of the functions that decide about a route itself, without its ancestors.
  package func decisionSites(of route: RouteInfo) -> [SourceSite] {
    redirects(of: route).compactMap(\.site) + guards(of: route).compactMap(\.decision.site)
  }

  package func viewName(of route: RouteInfo) -> String? {
    switch behaviour(of: route)?.view {
    case .named(let name)?: name
    case .made(_, let name)?: name
    case nil: nil
    }
  }
}

extension PlacedDecision {
  fileprivate init(_ attached: AttachedDecision) {
    self.init(.guard, attached.label, attached.decision, registeredAt: attached.site)
  }

  fileprivate init(
    _ kind: Kind,
    _ label: String,
    _ redirect: LinkRoute.Redirect,
    registeredAt site: SourceSite?
  ) {
    self.kind = kind
    self.label = label
    self.site = redirect.site ?? site
    if case .fixed(let target) = redirect { self.target = target } else { target = nil }
  }
}
