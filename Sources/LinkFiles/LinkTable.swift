package import MessageStream
package import Moonroute
import RoutePatterns

/// The routes and proxies of an application that links files claim.
package struct LinkTable {
  /// The table's own decision about a link.
  package enum Answer: Sendable, Equatable {
    /// A route matches; `isClaimed` is false if it keeps links out.
    case route(name: String?, pattern: String, isClaimed: Bool)
    /// No route matches, but a proxy changes the link.
    case proxy(pattern: String)
    case nothing

    package var opens: Bool {
      switch self {
      case .route(_, _, let isClaimed): isClaimed
      case .proxy: true
      case .nothing: false
      }
    }

    package var json: JSON {
      switch self {
      case .route(let name, let pattern, let isClaimed):
        .fields(
          ("opens", .bool(isClaimed)),
          ("route", .optional(name)),
          ("pattern", .text(pattern))
        )
      case .proxy(let pattern):
        .fields(("opens", .bool(true)), ("route", .null), ("pattern", .text(pattern)))
      case .nothing: .fields(("opens", .bool(false)), ("route", .null), ("pattern", .null))
      }
    }
  }

  let rules: RouterRules
  let index: RouteIndex
  let locationRules: LocationRules
  private let claimsProxies: Bool

  package init(of rules: RouterRules, claimsProxies: Bool = true) {
    (self.rules, self.claimsProxies) = (rules, claimsProxies)
    index = rules.directory.index
    locationRules = rules.configuration.locationRules
  }

  /// The routes for web links in order of precedence, including routes that keep links out.
  var routes: [RouteInfo] {
    index.winningRoutes.filter { Self.isOfWeb($0) && !$0.parts.isEmpty }
  }

  /// The proxies that files claim, as routes.
  var proxies: [RouteInfo] {
    guard claimsProxies else { return [] }
    return rules.proxyRoutes(for: ["https", "http"])
      .filter { Self.isOfWeb($0) && $0.pattern.text != "/**" }
  }

  private static func isOfWeb(_ route: RouteInfo) -> Bool {
    route.scheme.map { $0 == "https" || $0 == "http" } ?? true
  }

  /// Whether a route says `links = false` in its meta.
  static func keepsOut(_ route: RouteInfo) -> Bool { route.meta["links"] == .bool(false) }

  /// Whether the table accepts a host for a route; `nil` is any host.
  func allows(_ host: String?, for route: RouteInfo) -> Bool {
    guard let host else { return true }
    let name = host.replacing("*", with: "x")
    if let own = route.host { return own.matches(name) }
    return locationRules.allows(host: name, scheme: "https")
  }

  /// The hosts that the application lists for web links.
  var listedHosts: [String] {
    guard case .host(let hosts) = locationRules["https"].authority else { return [] }
    return hosts.map(\.description)
  }

  package func answer(about link: String) -> Answer {
    guard let location = try? Location(parsing: link, rules: locationRules) else { return .nothing }
    let route = index.match(location)?.route
    if let route, Self.isOfWeb(route), !route.parts.isEmpty {
      return .route(
        name: route.name,
        pattern: route.pattern.text,
        isClaimed: !Self.keepsOut(route)
      )
    }
    guard claimsProxies, rules.isProxied(location),
      let proxy = rules.proxies(fitting: link).first(where: { $0.pattern != "/**" })
    else { return .nothing }
    return .proxy(pattern: proxy.pattern)
  }
}
