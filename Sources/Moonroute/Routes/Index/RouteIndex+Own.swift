public import RoutePatterns

/// The scheme and the host that a route is bound to.
struct RouteOrigin: Hashable {
  /// The scheme, or `nil` for all.
  let scheme: String?
  let host: HostPattern

  /// The routes that are bound to a host, by it; a host that stands for every one aside.
  static func hosts(of routes: [RouteInfo]) -> [RouteOrigin: [RouteInfo]] {
    var hosts: [RouteOrigin: [RouteInfo]] = [:]
    for route in routes {
      guard let host = route.host, !host.isOpen else { continue }
      hosts[RouteOrigin(scheme: route.scheme, host: host), default: []].append(route)
    }
    return hosts
  }
}

extension RouteIndex {
  /// Whether scheme and host of a location are one's own.
  ///
  /// - Without scheme and host it is: only the program, a script or a person on a command line writes
  ///   such a location; links from outside have a scheme.
  /// - With `http` or `https` it is if its host is one of the hosts that are listed
  ///   (`RouterConfiguration.setHosts`, `router.configure { hosts = … }`), or fits the host of a
  ///   route. Without either, no web link is one's own; a host that is open throughout, such as
  ///   `*.*`, makes none one's own.
  /// - With another scheme it is if a route is bound to that scheme, or the scheme was declared
  ///   (`RouterConfiguration.setScheme`, `router.scheme`); where hosts are listed for it, the host is
  ///   one of them.
  ///
  /// - Parameter location: The location; whether a route fits it is another question.
  /// - Returns: Whether it is one's own.
  /// - Complexity: O(*n*), where *n* is the number of different hosts of routes.
  public func isOwn(_ location: Location) -> Bool {
    guard let scheme = location.scheme?.lowercased() else { return location.host == nil }
    if scheme == "http" || scheme == "https" {
      guard let host = location.host else { return false }
      return settings.rules.lists(host: host, scheme: scheme) || isBound(host, scheme: scheme)
    }
    return isDeclared(scheme) && settings.rules.allows(host: location.host, scheme: scheme)
  }

  /// The location that a text stands for, if it is one's own and a route fits it.
  ///
  /// A check for text from a link, such as a `back` in a query, before the program goes there. The
  /// answer is without the reserved query keys (``ReservedQuery``): text of others gives no orders.
  ///
  /// - Parameters:
  ///   - text: The text. A name of a route is no location.
  ///   - base: The location that a relative text starts from. Default: none.
  /// - Returns: The location, or `nil`.
  public func own(_ text: String, relativeTo base: Location? = nil) -> Location? {
    guard StoreKey.isLocation(text),
      let location = try? Location(parsing: text, rules: rules, relativeTo: base)
    else { return nil }
    return own(location)
  }

  /// A location without its reserved query keys, if it is one's own and a route fits it.
  ///
  /// - Parameter location: The location.
  /// - Returns: The location, or `nil`.
  public func own(_ location: Location) -> Location? {
    guard isOwn(location), match(location) != nil else { return nil }
    guard location.query.contains(where: { ReservedQuery.names.contains($0.name) }) else {
      return location
    }
    return try? Location(
      scheme: location.scheme,
      host: location.host.map { host in location.port.map { "\(host):\($0)" } ?? host },
      segments: location.segments,
      query: LocationQuery(location.query.filter { !ReservedQuery.names.contains($0.name) }),
      fragment: location.fragment,
      rules: rules
    )
  }

  /// Whether a route is bound to a host that fits.
  private func isBound(_ host: String, scheme: String) -> Bool {
    ([base] + newer)
      .contains { layer in
        layer.hosts.contains { origin, routes in
          (origin.scheme ?? scheme) == scheme && origin.host.matches(host)
            && routes.contains(where: \.isActive)
        }
      }
  }

  private func isDeclared(_ scheme: String) -> Bool {
    if settings.declaredSchemes.contains(scheme) || settings.fallback[scheme] != nil
      || settings.rules.configuredSchemes.contains(scheme)
    {
      return true
    }
    return ([base] + newer)
      .contains { layer in
        layer.schemes.contains(scheme)
          && layer.entries.contains { $0.scheme == scheme && $0.isActive }
      }
  }
}

extension CurrentRouteDirectory {
  /// The location that a text stands for, if it is one's own and a route fits it; for any thread.
  ///
  /// - Parameter text: The text, such as a `back` in the query of a link.
  /// - Returns: The location without reserved query keys, or `nil`.
  public func own(_ text: String) -> Location? { index.own(text) }
}
