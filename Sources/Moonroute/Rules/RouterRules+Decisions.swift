import RoutePatterns

/// A proxy with a matching pattern.
package struct FittingProxy: Sendable {
  package let pattern: String
  /// The source position of its function, or of its registration.
  package let site: SourceSite?
}

extension RouterRules {
  /// The proxies with matching patterns, in calling order; empty for a location that cannot be
  /// opened, because it is invalid or takes too many steps to look up.
  package func proxies(fitting text: String) -> [FittingProxy] {
    guard let location = try? Location(parsing: text, rules: configuration.locationRules) else {
      return []
    }
    return ((try? proxies(fitting: location)) ?? [])
      .map {
        FittingProxy(
          pattern: $0.decision.label,
          site: $0.decision.decision.site ?? $0.decision.site
        )
      }
  }

  /// Adds a decision that is called before the routes are matched, for all locations that match a
  /// pattern.
  ///
  /// - Parameters:
  ///   - template: The pattern. Without a scheme, it matches every scheme.
  ///   - tags: The proxy is skipped only in opens that are restricted to other tags. Without tags
  ///     it is never skipped.
  ///   - priority: Proxies with a higher priority are called first.
  ///   - scheme: Restricts the proxy to locations of this scheme.
  ///   - site: The source position of the proxy.
  ///   - owner: An object, held weakly, that ends the proxy when it is deallocated.
  ///   - decision: The decision.
  /// - Returns: A registration to remove the proxy.
  /// - Throws: `bad_pattern`, or `unknown_parameter` if a static target uses an unknown parameter.
  @discardableResult
  package func addRewriter(
    _ template: String,
    tags: [String] = [],
    priority: Int = 0,
    scheme: String? = nil,
    site: SourceSite? = nil,
    owner: AnyObject? = nil,
    decision: LinkRoute.Redirect
  ) throws(RouterError) -> Registration {
    let proxy = AttachedDecision(
      .proxy,
      template,
      decision,
      tags: tags,
      priority: priority,
      scheme: scheme?.lowercased(),
      site: site,
      registration: Registration(owner: owner, changeCounter: changeCounter)
    )
    try proxies.add(proxy, types: types, rules: configuration.locationRules)
    return taken(proxy)
  }

  /// Adds a decision that is called before a route is entered.
  ///
  /// A guard with a pattern is called for every location with a new screen, including screens below
  /// the opened one. It matches every spelling that the route accepts as equivalent: any case if
  /// the route ignores case, and `007` like `7` for an `int`. A literal for a typed value must have
  /// the canonical form of a generated location: `7`, a lowercase UUID.
  ///
  /// - Parameters:
  ///   - key: A route's name, for that route and its descendants; or a pattern, for all matching
  ///     locations.
  ///   - tags: The guard is skipped only in opens that are restricted to other tags. Without tags
  ///     it is never skipped.
  ///   - priority: Among patterns, or among guards of one name, a higher priority is called first.
  ///   - scheme: Restricts the guard to locations of this scheme.
  ///   - site: The source position of the guard.
  ///   - owner: An object, held weakly, that ends the guard when it is deallocated.
  ///   - decision: The decision.
  /// - Returns: A registration to remove the guard.
  /// - Throws: `bad_pattern` or `unknown_name`.
  @discardableResult
  package func addGuard(
    for key: String,
    tags: [String] = [],
    priority: Int = 0,
    scheme: String? = nil,
    site: SourceSite? = nil,
    owner: AnyObject? = nil,
    decision: LinkRoute.Redirect
  ) throws(RouterError) -> Registration {
    let attached = AttachedDecision(
      .guard,
      key,
      decision,
      tags: tags,
      priority: priority,
      scheme: scheme?.lowercased(),
      site: site,
      registration: Registration(owner: owner, changeCounter: changeCounter)
    )
    if StoreKey.isLocation(key) {
      try locationGuards.add(attached, types: types, rules: configuration.locationRules)
    } else {
      try prepare(named: key)
      guard route(named: key) != nil else {
        throw RouterError.unknownName(key, among: routeNames).located(at: site)
      }
      namedGuards.add(attached)
    }
    return taken(attached)
  }

  private func taken(_ attached: AttachedDecision) -> Registration {
    noteRegistered()
    tidyUp()
    return attached.registration
  }
}
