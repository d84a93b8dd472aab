package import RoutePatterns

/// A decision that is called before a location is matched or a route is entered.
package struct AskedDecision: Hashable, Sendable {
  package enum Kind: String, Sendable {
    case proxy, `guard`, redirect
  }

  package let kind: Kind
  /// The pattern or name as written; for a redirect, the label of the route.
  package let key: String
  /// The source position of its function, or otherwise of its registration.
  package let site: SourceSite?
  package let registered: SourceSite?
  /// The fixed target as written, or `nil` if a function decides.
  package let target: String?
  /// The number of the target's route; `nil` if none matches or a function decides.
  package let targetRoute: Int?
  /// The tags; the decision is skipped only in opens that are restricted to other tags.
  package var tags: [String] = []
  package var priority = 0
  /// The only scheme of the decision, in addition to the pattern's; `nil` for every scheme.
  package var scheme: String?
}

/// The decisions of some rules, with their calling order.
package struct RouteDecisions: Sendable {
  /// The proxies and the guards with patterns, each in calling order.
  package private(set) var ofPatterns: [AskedDecision] = []

  /// A location of each of their patterns that has no wildcard and no optional part.
  package private(set) var locations: [Location] = []

  private var attached: [Int: [AskedDecision]] = [:]
  private var fitting: [Int: (proxies: [AskedDecision], guards: [AskedDecision])] = [:]

  /// Collects the decisions of some rules.
  ///
  /// - Complexity: One look-up for each route.
  package init(of rules: RouterRules) {
    let index = rules.directory.index
    let order: RouteTable.Order = rules.directory.order == .last ? .last : .first
    let proxies = rules.proxies.all(order: order)
    let guards = rules.locationGuards.all(order: .rank)
    let allProxies = proxies.map { rules.asked($0.decision, .proxy, of: $0.route) }
    let allGuards = guards.map { rules.asked($0.decision, .guard, of: $0.route) }
    locations = (proxies.map(\.route) + guards.map(\.route))
      .filter(\.pattern.hasWholeSegments).compactMap(rules.sample)
    ofPatterns = allProxies + allGuards
    for route in index.routes {
      let named = rules.guards(of: route).map { rules.asked($0, .guard, of: route) }
      let redirects = rules.redirects(of: route)
        .map { redirect in
          AskedDecision(
            kind: .redirect,
            key: route.label,
            site: redirect.site ?? route.site,
            registered: route.site,
            target: redirect.target,
            targetRoute: rules.targetRoute(of: redirect, from: route)
          )
        }
      if !named.isEmpty || !redirects.isEmpty { attached[route.id] = named + redirects }
      guard !ofPatterns.isEmpty, let sample = rules.sample(of: route) else { continue }
      // If the search is incomplete, all of them might be called.
      let proxies = (try? rules.proxies(fitting: sample))?
        .map { rules.asked($0.decision, .proxy, of: $0.route) }
      let guards = (try? rules.guards(fitting: sample, entering: route))?
        .map { rules.asked($0.decision, .guard, of: $0.route) }
      fitting[route.id] = (proxies ?? allProxies, guards ?? allGuards)
    }
  }

  /// The guards with the name of a route and its own redirects, in calling order.
  package func attached(to route: RouteInfo) -> [AskedDecision] { attached[route.id] ?? [] }

  /// All decisions that are called before a route is entered, in order: the proxies and guards with
  /// patterns that match a sample location, then named guards and redirects from the root down.
  package func asked(before route: RouteInfo) -> [AskedDecision] {
    let fitting = fitting[route.id]
    return (fitting?.proxies ?? []) + (fitting?.guards ?? [])
      + route.branch.flatMap { attached(to: $0) }
  }
}

extension LinkRoute.Redirect {
  fileprivate var target: String? {
    guard case .fixed(let text) = self else { return nil }
    return text
  }
}

extension RouterRules {
  /// A location that matches a route, if one can be constructed.
  package func sample(of route: RouteInfo) -> Location? {
    SampleLocations(of: route, rules: self).locations
      .first { route.pattern.match($0) != nil }
  }

  fileprivate func asked(
    _ decision: AttachedDecision,
    _ kind: AskedDecision.Kind,
    of route: RouteInfo
  ) -> AskedDecision {
    AskedDecision(
      kind: kind,
      key: decision.label,
      site: decision.decision.site ?? decision.site,
      registered: decision.site,
      target: decision.decision.target,
      targetRoute: targetRoute(of: decision.decision, from: route),
      tags: decision.tags,
      priority: decision.priority,
      scheme: decision.scheme
    )
  }

  fileprivate func targetRoute(of redirect: LinkRoute.Redirect, from route: RouteInfo) -> Int? {
    guard redirect.isFixed, let sample = sample(of: route),
      let match = route.pattern.match(sample),
      let location = fixedTarget(redirect, of: route, match: match, at: sample)?.location
    else { return nil }
    return directory.index.match(location)?.route.id
  }
}
