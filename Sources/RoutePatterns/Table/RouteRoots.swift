/// The start of searches: for each scheme, the roots for its hosts.
struct RouteRoots: Sendable {
  /// The roots of one scheme, or for locations without a scheme: a range of ``all``.
  ///
  /// Separate lists would be retained by each look-up, which takes as long as a short search.
  typealias Namespace = Range<Int>

  /// A root of the graph, and its conditions on locations.
  struct Root: Sendable {
    var record: UInt32
    var host: HostPattern?
    /// Whether the routes below ignore case in literal text.
    var isFolded: Bool
  }

  private struct Scheme: Sendable {
    let name: [UInt8]
    var own: Namespace
    var fallsBack: Bool
    /// The allowed hosts for patterns without a host; empty if every host is allowed.
    var hosts: [HostPattern]
  }

  let all: [Root]
  private let global: Namespace
  /// The schemes with their own routes or rules: few, so that a linear scan is fastest.
  private let schemes: [Scheme]

  init(
    global: [Root],
    schemes own: [String: [Root]],
    options: RouteTable.Options
  ) {
    var all = global
    self.global = all.indices
    let names = Set(own.keys).union(options.fallback.keys).union(options.rules.configuredSchemes)
    schemes = names.sorted()
      .map { name in
        let roots = own[name] ?? []
        let isWeb = name == "http" || name == "https"
        let fallsBack = options.fallback[name] ?? (isWeb || roots.isEmpty)
        let start = all.count
        all += options.separatesSchemes ? roots : roots + global
        return Scheme(
          name: Array(name.utf8),
          own: start..<all.count,
          fallsBack: options.separatesSchemes && fallsBack,
          hosts: options.rules.hosts(of: name)
        )
      }
    self.all = all
  }

  /// The only root, if the table has just one and it accepts every location.
  var only: UInt32? {
    guard schemes.isEmpty, all.count == 1, let root = all.first,
      root.host == nil, !root.isFolded
    else { return nil }
    return root.record
  }

  /// Finds the scheme of a location, or -1 for an unknown scheme.
  func scheme(of location: Location) -> Int {
    guard !schemes.isEmpty else { return -1 }
    return location.withScheme { given in
      schemes.firstIndex { $0.name.elementsEqual(given) } ?? -1
    }
  }

  func namespaces(of scheme: Int) -> (Namespace, Namespace?) {
    guard scheme >= 0 else { return (global, nil) }
    return (schemes[scheme].own, schemes[scheme].fallsBack ? global : nil)
  }

  /// The roots at which every location of an entry begins.
  func roots(covering entry: RouteTable.Entry) -> [Root] {
    let scheme = entry.scheme.flatMap { name in
      schemes.first { $0.name.elementsEqual(name.utf8) }
    }
    let isConfined = !(scheme?.hosts.isEmpty ?? true)
    return all[scheme?.own ?? global]
      .filter { root in
        guard let own = entry.host else { return root.host == nil }
        return root.host?.covers(own) ?? !isConfined
      }
  }

  /// Returns whether the root at an index accepts a location.
  @inline(__always)
  func fits(_ root: Int, _ location: Location, scheme: Int) -> Bool {
    if schemes.isEmpty, all[root].host == nil { return true }
    return fitsHost(root, location, scheme: scheme)
  }

  private func fitsHost(_ root: Int, _ location: Location, scheme: Int) -> Bool {
    if let pattern = all[root].host { return location.withHost(pattern.matches) }
    guard scheme >= 0, !schemes[scheme].hosts.isEmpty else { return true }
    return location.withHost { host in schemes[scheme].hosts.contains { $0.matches(host) } }
  }
}

extension LocationRules {
  /// The allowed hosts of a scheme; empty if every host is allowed.
  fileprivate func hosts(of scheme: String) -> [HostPattern] {
    guard case .host(let hosts) = self[scheme].authority else { return [] }
    return hosts.map(\.pattern)
  }
}
