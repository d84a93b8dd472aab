extension RouterRules {
  /// The roles (such as `guard`) and positions, in calling order; empty for an unknown name.
  package func handlerSites(ofRouteNamed name: String) -> [(role: String, site: SourceSite)] {
    route(named: name).map(handlerSites) ?? []
  }

  package func handlerSites(of route: RouteInfo) -> [(role: String, site: SourceSite)] {
    let behaviour = behaviour(of: route)
    var sites = guards(of: route).map { ("guard", $0.decision.site) }
    sites += (behaviour?.redirects ?? []).map { ("redirect", $0.site) }
    sites.append(("view", behaviour?.sites.view))
    sites.append(("action", behaviour?.sites.action))
    sites.append(("on_exit", behaviour?.sites.onExit))
    sites.append(("animator", behaviour?.sites.animator))
    return sites.compactMap { role, site in site.map { (role, $0) } }
  }
}
