import RoutePatterns

/// The locations that one open has come by.
struct LocationTrail {
  /// The first location and every one that a decision led to.
  private(set) var chain: [Location] = []

  /// The locations before ``chain``, when a substitute is shown.
  private(set) var chainBefore: [Location] = []

  /// The location that is being resolved, as the proxies left it.
  var location: Location?

  /// Whether a proxy has changed where the open goes or what is passed along.
  var isRewritten = false

  /// The steps for finding the proxies and guards of a chain.
  ///
  /// They are looked for at each of its locations, for every route that is tried there, and for the
  /// screens below; each time has the steps of one look-up at most.
  private static let allSteps = MatchBudget(limit: 16 * MatchBudget.limit)

  /// The steps that are left of them.
  var steps = allSteps

  var first: Location? { chainBefore.first ?? chain.first }

  /// Every location that the open has come by.
  var all: [Location] { chainBefore + chain }

  /// Every location after the first.
  var redirects: [Location] {
    chainBefore.isEmpty ? Array(chain.dropFirst()) : chainBefore.dropFirst() + chain
  }

  /// Whether a decision has led from the first location of the chain to another.
  var isRedirected: Bool { chain.count > 1 }

  /// The first location of the chain, once a decision has led to another.
  var redirectedFrom: Location? { isRedirected ? chain.first : nil }

  /// Whether the last locations of the chain differ in their queries only, as those of a login that
  /// guards itself.
  var leadsToOnePath: Bool {
    guard let last = chain.last, chain.count > 2 else { return false }
    return chain.suffix(3).allSatisfy { $0.isSamePlace(as: last) }
  }

  mutating func begin(with first: Location) { chain = [first] }

  /// Takes in the location that a decision leads to.
  mutating func append(_ next: Location) { chain.append(next) }

  /// Is where a screen was opened before: its location was resolved then.
  mutating func stand(at location: Location) { (chain, self.location) = ([location], location) }

  /// Lets a substitute take the place of what has failed.
  mutating func beginSubstitute() { (chainBefore, steps) = (chain, Self.allSteps) }

  /// Goes on at a location for which no substitute was needed after all.
  mutating func endSubstitute(at location: Location) {
    (chain, chainBefore, self.location) = (chainBefore, [], location)
  }

  /// Is at a location that no route was found for.
  mutating func stand(outsideRoutesAt location: Location) {
    (chain, self.location) = ([], location)
  }
}

extension Location {
  /// Whether another location has the same scheme, host and path.
  func isSamePlace(as other: Location) -> Bool {
    (scheme, host, port, path) == (other.scheme, other.host, other.port, other.path)
  }
}
