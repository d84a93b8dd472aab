extension RouterRules {
  /// Where the functions are written that serve a named route, in the order in which they are asked.
  ///
  /// - Parameter name: The name of the route.
  /// - Returns: What each is for, such as `guard` or `view`, and its place; none for a name that is
  ///   not known.
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
