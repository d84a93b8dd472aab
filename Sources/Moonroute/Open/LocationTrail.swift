import RoutePatterns

/// The locations that one open has visited.
struct LocationTrail {
  /// The first location and the targets of decisions.
  private(set) var chain: [Location] = []

  /// The locations before ``chain``, if a substitute is shown.
  private(set) var chainBefore: [Location] = []

  /// The location in resolution, after the proxies.
  var location: Location?

  /// Whether a proxy has changed the location or the extra.
  var isRewritten = false

  /// The values of the dropped query items, by name.
  var dropped: [String: [String]] = [:]

  /// The step limit for finding the proxies and guards of a chain.
  ///
  /// They are searched at each location, for every route that is tried there, and for the screens
  /// below. Each search is limited to the steps of one look-up.
  private static let allSteps = MatchBudget(limit: 16 * MatchBudget.limit)

  var steps = allSteps

  var first: Location? { chainBefore.first ?? chain.first }

  var all: [Location] { chainBefore + chain }

  @inline(__always)
  var redirects: [Location] {
    chainBefore.isEmpty && chain.count < 2 ? [] : Array(all.dropFirst())
  }

  var isRedirected: Bool { chain.count > 1 }

  /// The first location of the chain, once a decision has redirected.
  var redirectedFrom: Location? { isRedirected ? chain.first : nil }

  /// Whether the last locations of the chain differ only in their queries, as with a login page
  /// that is guarded by itself.
  var leadsToOnePath: Bool {
    guard let last = chain.last, chain.count > 2 else { return false }
    return chain.suffix(3).allSatisfy { $0.isSamePlace(as: last) }
  }

  mutating func begin(with first: Location) { chain = [first] }

  func appending(_ next: Location) -> LocationTrail {
    var trail = self
    trail.chain.append(next)
    return trail
  }

  /// Sets the location of an existing screen, which was resolved earlier.
  mutating func stand(at location: Location) { (chain, self.location) = ([location], location) }

  /// The trail of a substitute, which has its own step limit.
  func ofSubstitute() -> LocationTrail {
    var trail = self
    (trail.chainBefore, trail.steps) = (chain, Self.allSteps)
    return trail
  }

  /// Continues at a location that needs no substitute after all.
  mutating func endSubstitute(at location: Location) {
    (chain, chainBefore, self.location) = (chainBefore, [], location)
  }

  /// Sets a location without a route.
  mutating func stand(outsideRoutesAt location: Location) {
    (chain, self.location) = ([], location)
  }
}

// Few opens drop items. The checks are inlined, because a call would copy the whole trail.
extension LocationTrail {
  /// The dropped items that no route of a branch declares.
  @inline(__always)
  func dropped(for leaf: RouteInfo?) -> [String: [String]] {
    guard !dropped.isEmpty, let leaf else { return dropped }
    return undeclared(by: leaf)
  }

  private func undeclared(by leaf: RouteInfo) -> [String: [String]] {
    let declared = Set(leaf.branch.flatMap { $0.query.map(\.name) })
    return dropped.filter { !declared.contains($0.key) }
  }

  /// A location with the dropped items that a route of a branch declares.
  @inline(__always)
  func restoring(
    _ location: Location,
    for leaf: RouteInfo,
    _ rules: @autoclosure () -> LocationRules
  ) -> Location {
    dropped.isEmpty ? location : restored(location, for: leaf, rules())
  }

  private func restored(
    _ location: Location,
    for leaf: RouteInfo,
    _ rules: LocationRules
  ) -> Location {
    let names = LocationQuery(leaf.branch.flatMap(\.query).map { LocationQuery.Item($0.name) })
      .names
    let items = names.flatMap { name in
      (dropped[name] ?? []).map { LocationQuery.Item(name, $0) }
    }
    guard !items.isEmpty else { return location }
    return (try? location.with(query: LocationQuery(items), rules: rules)) ?? location
  }
}

extension Location {
  /// Whether another location has the same scheme, host and path.
  func isSamePlace(as other: Location) -> Bool {
    (scheme, host, port, path) == (other.scheme, other.host, other.port, other.path)
  }
}
