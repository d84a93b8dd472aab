import RoutePatterns

/// A proxy whose pattern fits a location.
package struct FittingProxy: Sendable {
  /// The pattern as written.
  package let pattern: String
  /// Where its function is written, or the call that registered it.
  package let site: SourceSite?
}

extension RouterRules {
  /// The proxies whose patterns fit a location, in the order in which they are asked.
  ///
  /// - Parameter text: The location; one that cannot be read, or takes too many steps to look up,
  ///   fits none: it cannot be opened.
  /// - Returns: The proxies.
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

  /// Asks a decision before any location that fits the pattern is matched.
  ///
  /// - Parameters:
  ///   - template: The pattern. Without a scheme it fits every scheme.
  ///   - tags: Skipped only in opens that are restricted to other tags. Default: none, never skipped.
  ///   - priority: Higher is asked first. Default: 0.
  ///   - scheme: Asked only for locations of this scheme. Default: every scheme.
  ///   - site: Where the proxy is written.
  ///   - owner: Held weakly; the proxy ends with it. Default: none.
  ///   - decision: What it decides.
  /// - Returns: The way to take it back.
  /// - Throws: `bad_pattern`, or `unknown_parameter` for a static target that uses another one.
  @discardableResult
  public func addProxy(
    _ template: String,
    tags: [String] = [],
    priority: Int = 0,
    scheme: String? = nil,
    site: SourceSite? = nil,
    owner: AnyObject? = nil,
    decision: Route.Redirect
  ) throws(RouterError) -> Registration {
    let proxy = AttachedDecision(
      label: template,
      tags: tags,
      priority: priority,
      scheme: scheme?.lowercased(),
      site: site,
      decision: decision,
      registration: Registration(owner: owner, changeCounter: changeCounter)
    )
    try proxies.add(proxy, types: types, rules: configuration.locationRules)
    return taken(proxy)
  }

  /// Asks a decision before a route is entered.
  ///
  /// A guard on a pattern is asked for every location that a screen is built of, those below the
  /// one that is opened included, and in every spelling that the route takes for the same: in any
  /// case if the route ignores it, and `007` as `7` for an `int`. Literal text that stands for a
  /// typed value is written as a location made from it: `7`, a UUID in small letters.
  ///
  /// - Parameters:
  ///   - key: A route's name, for that route and those below it; or a pattern, for every open whose
  ///     location fits.
  ///   - tags: Skipped only in opens that are restricted to other tags. Default: none, never skipped.
  ///   - priority: Of two patterns, or two guards of one name, the higher is asked first. Default:
  ///     0.
  ///   - scheme: Asked only for locations of this scheme. Default: every scheme.
  ///   - site: Where the guard is written.
  ///   - owner: Held weakly; the guard ends with it. Default: none.
  ///   - decision: What it decides.
  /// - Returns: The way to take it back.
  /// - Throws: `bad_pattern` or `unknown_name`.
  @discardableResult
  public func addGuard(
    _ key: String,
    tags: [String] = [],
    priority: Int = 0,
    scheme: String? = nil,
    site: SourceSite? = nil,
    owner: AnyObject? = nil,
    decision: Route.Redirect
  ) throws(RouterError) -> Registration {
    let attached = AttachedDecision(
      label: key,
      tags: tags,
      priority: priority,
      scheme: scheme?.lowercased(),
      site: site,
      decision: decision,
      registration: Registration(owner: owner, changeCounter: changeCounter)
    )
    if StoreKey.isLocation(key) {
      try locationGuards.add(attached, types: types, rules: configuration.locationRules)
    } else if route(named: key) != nil {
      namedGuards.add(attached)
    } else {
      throw RouterError.unknownName(key, among: routeNames).located(at: site)
    }
    return taken(attached)
  }

  private func taken(_ attached: AttachedDecision) -> Registration {
    noteRegistered()
    tidyUp()
    return attached.registration
  }
}
