package import RoutePatterns

struct RouteOrigin: Hashable {
  /// The scheme, or `nil` for all.
  let scheme: String?
  let host: HostPattern

  /// The routes with a host, by origin; hosts that match everything are excluded.
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
  /// Whether the scheme and host of a location belong to the program.
  ///
  /// - A location without scheme and host does: only the program, a script or a person on a command
  ///   line writes it; links from outside have a scheme.
  /// - A location with `http` or `https` does if its host is listed
  ///   (`RouterConfiguration.setHosts`, `router.configure { hosts = … }`) or matches the host of a
  ///   route. A host that is only wildcards, such as `*.*`, does not count.
  /// - A location with another scheme does if a route has that scheme, or if the scheme was
  ///   declared (`RouterConfiguration.setScheme`, `router.scheme`). If hosts are listed for the
  ///   scheme, the host must be one of them.
  ///
  /// - Parameter location: The location; it need not match a route.
  /// - Returns: Whether it belongs to the program.
  /// - Complexity: O(*n*), where *n* is the number of different hosts of routes.
  package func isInternal(_ location: Location) -> Bool {
    guard let scheme = location.scheme?.lowercased() else { return location.host == nil }
    if scheme == "http" || scheme == "https" {
      guard let host = location.host else { return false }
      return settings.rules.lists(host: host, scheme: scheme) || isBound(host, scheme: scheme)
    }
    return isDeclared(scheme) && settings.rules.allows(host: location.host, scheme: scheme)
  }

  /// The location of a text, if it belongs to the program and a route matches it.
  ///
  /// Use it to check a text from a link, such as a `back` in a query, before navigating there. The
  /// result does not contain the reserved query keys (``ReservedQuery``), because foreign text must
  /// not control the router.
  ///
  /// - Parameters:
  ///   - text: The text. The name of a route is not a location.
  ///   - base: The base of a relative location.
  /// - Returns: The location, or `nil`.
  package func recognize(_ text: String, relativeTo base: Location? = nil) -> Location? {
    guard StoreKey.isLocation(text),
      let location = try? Location(parsing: text, rules: rules, relativeTo: base)
    else { return nil }
    return recognize(location)
  }

  /// The location without its reserved query keys, if it belongs to the program and a route
  /// matches it.
  ///
  /// - Parameter location: The location.
  /// - Returns: The location, or `nil`.
  package func recognize(_ location: Location) -> Location? {
    guard isInternal(location), match(location) != nil else { return nil }
    let query = location.query.filter { !ReservedQuery.names.contains($0.name) }
    guard query.count < location.query.count else { return location }
    return try? location.replacingQuery(with: LocationQuery(query), rules: rules)
  }

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
  /// The location of a text, if it belongs to the program and a route matches it; for any
  /// thread.
  ///
  /// - Parameter text: The text, such as a `back` in the query of a link.
  /// - Returns: The location without reserved query keys, or `nil`.
  package func recognize(_ text: String) -> Location? { index.recognize(text) }
}
