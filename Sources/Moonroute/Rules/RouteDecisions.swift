package import RoutePatterns

/// A decision that is asked before a location is matched, or before a route is entered.
package struct AskedDecision: Hashable, Sendable {
  package enum Kind: String, Sendable {
    case proxy, `guard`, redirect
  }

  package let kind: Kind
  /// The pattern or the name that it is attached to, as written; the label of a route for its own.
  package let key: String
  /// Where its function is written, else where it is registered.
  package let site: SourceSite?
  package let registered: SourceSite?
  /// The place that it always leads to, as written, or `nil` when a function decides.
  package let target: String?
  /// The route that the place is of, by its number; `nil` when none fits, or a function decides.
  package let targetRoute: Int?
  /// Skipped only in opens that are restricted to other tags; empty: never skipped.
  package var tags: [String] = []
  /// Higher is asked first.
  package var priority = 0
  /// Asked only for locations of this scheme, beside one written in the pattern; `nil`: of every one.
  package var scheme: String?
}

/// The decisions of some rules: which are asked, where, and in which order.
package struct RouteDecisions: Sendable {
  /// The proxies, and the guards of patterns, each in the order in which they are asked.
  package private(set) var ofPatterns: [AskedDecision] = []

  private var attached: [Int: [AskedDecision]] = [:]
  private var fitting: [Int: (proxies: [AskedDecision], guards: [AskedDecision])] = [:]

  /// Asks some rules.
  ///
  /// - Complexity: As looking up a location for each route.
  package init(of rules: RouterRules) {
    let index = rules.directory.index
    let order: RouteTable.Order = rules.directory.order == .last ? .last : .first
    let allProxies = rules.proxies.all(order: order)
      .map { rules.asked($0.decision, .proxy, of: $0.route) }
    let allGuards = rules.locationGuards.all(order: .rank)
      .map { rules.asked($0.decision, .guard, of: $0.route) }
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
      // Where some cannot be found, all may be asked.
      let proxies = (try? rules.proxies(fitting: sample))?
        .map { rules.asked($0.decision, .proxy, of: $0.route) }
      let guards = (try? rules.guards(fitting: sample, entering: route))?
        .map { rules.asked($0.decision, .guard, of: $0.route) }
      fitting[route.id] = (proxies ?? allProxies, guards ?? allGuards)
    }
  }

  /// The guards with the name of a route, and its own redirects, in the order in which they are asked.
  package func attached(to route: RouteInfo) -> [AskedDecision] { attached[route.id] ?? [] }

  /// All that is asked before a route is entered, in order: proxies and guards of patterns that fit a
  /// location of it, then guards and redirects from the root down.
  package func asked(before route: RouteInfo) -> [AskedDecision] {
    let fitting = fitting[route.id]
    return (fitting?.proxies ?? []) + (fitting?.guards ?? [])
      + route.branch.flatMap { attached(to: $0) }
  }
}

extension Route.Redirect {
  /// The place as written, of one that always leads there.
  fileprivate var target: String? {
    guard case .fixed(let text) = self else { return nil }
    return text
  }
}

extension RouterRules {
  /// A location that fits a route, if one can be written out.
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

  /// The route that a fixed decision leads to.
  fileprivate func targetRoute(of redirect: Route.Redirect, from route: RouteInfo) -> Int? {
    guard redirect.isFixed, let sample = sample(of: route),
      let match = route.pattern.match(sample),
      let location = fixedTarget(redirect, of: route, match: match, at: sample)?.location
    else { return nil }
    return directory.index.match(location)?.route.id
  }
}
