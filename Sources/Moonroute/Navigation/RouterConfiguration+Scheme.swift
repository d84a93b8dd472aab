public import RoutePatterns

extension RouterConfiguration {
  /// Decides how locations of a scheme are read, and whether they may use routes without a scheme.
  ///
  /// - Parameters:
  ///   - scheme: The scheme, in any case.
  ///   - fallback: Whether its locations may use the routes without a scheme. `nil`: as it was.
  ///   - authority: What stands between `//` and the path. `nil`: as it was.
  ///   - hosts: The hosts that are let in, such as `*.example.com`; the authority is a host then.
  ///     `nil`: as it was.
  ///   - fragment: What stands after `#`. `nil`: as it was.
  /// - Throws: `wrong_type` for a scheme or a host that is none.
  public mutating func setScheme(
    _ scheme: String,
    fallback: Bool? = nil,
    authority: LocationSchemeRules.Authority? = nil,
    hosts: [String]? = nil,
    fragment: LocationSchemeRules.Fragment? = nil
  ) throws(RouterError) {
    guard StaticTarget.isScheme(scheme.utf8) else { throw .noScheme(scheme) }
    let hosts = try hosts.map(Self.rules)
    if let fallback { self.fallback[scheme.lowercased()] = fallback }
    if let authority { locationRules[scheme].authority = authority }
    if let hosts { locationRules[scheme].authority = .host(hosts) }
    if let fragment { locationRules[scheme].fragment = fragment }
  }

  /// Confines the web links that routes without a host fit to some hosts.
  ///
  /// - Parameter hosts: The hosts, such as `example.com` or `*.example.com`. Empty: all.
  /// - Throws: `wrong_type` for a host that is none.
  public mutating func setHosts(_ hosts: [String]) throws(RouterError) {
    let rules = try Self.rules(hosts)
    for scheme in ["http", "https"] { locationRules[scheme].authority = .host(rules) }
  }

  private static func rules(_ hosts: [String]) throws(RouterError) -> [HostRule] {
    var rules: [HostRule] = []
    for host in hosts {
      guard host.isHostText, let rule = HostRule(host) else {
        let message = "'\(host)' is no host. Write 'example.com' or '*.example.com'."
        throw RouterError(.wrongType, message)
      }
      rules.append(rule)
    }
    return rules
  }
}

extension RouterError {
  /// A text that names no scheme.
  static func noScheme(_ text: String) -> RouterError {
    RouterError(
      .wrongType,
      "'\(text)' is no scheme. Write a letter, then letters, digits, '+', '-' or '.'."
    )
  }
}
