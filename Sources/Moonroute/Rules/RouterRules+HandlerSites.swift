extension RouterRules {
  /// The source positions of the functions of a named route, in calling order.
  ///
  /// - Parameter name: The name of the route.
  /// - Returns: The role of each function, such as `guard` or `view`, and its position; empty for
  ///   an unknown name.
  package func handlerSites(ofRouteNamed name: String) -> [(role: String, site: SourceSite)] {
    guard let route = route(named: name) else { return [] }
    let behaviour = behaviour(of: route)
    var sites = guards(of: route).map { ("guard", $0.decision.site) }
    sites += (behaviour?.redirects ?? []).map { ("redirect", $0.site) }
    sites.append(("view", behaviour?.sites?.view))
    sites.append(("action", behaviour?.sites?.action))
    sites.append(("on_exit", behaviour?.sites?.onExit))
    sites.append(("animator", behaviour?.sites?.animator))
    return sites.compactMap { role, site in site.map { (role, $0) } }
  }
}
