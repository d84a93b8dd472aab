import Moonroute
import RoutePatterns

extension RouteReview {
  /// Finds fixed redirects without a target route, and circular redirects.
  mutating func findTargets() {
    var inCircles: Set<Location> = []
    for route in index.winningRoutes where route.parts.contains(.redirect) {
      let samples = samples(of: route)
      for target in deadEnds(of: route, samples: samples) {
        warnOfDeadEnd(target, of: "'\(route.label)'", at: route.site)
      }
      guard let sample = samples.first, !inCircles.contains(sample),
        let circle = circle(from: sample)
      else { continue }
      inCircles.formUnion(circle)
      let way = circle.map(\.description).joined(separator: " → ")
      let message =
        "The redirects of '\(route.label)' form a loop: \(way). One of them must let the"
        + " location pass."
      warn(.redirectLoop, message, at: route.site)
    }
    for decision in rules.fixedDecisions {
      guard let target = deadEnd(of: decision) else { continue }
      warnOfDeadEnd(target, of: "The \(decision.kind) of '\(decision.label)'", at: decision.site)
    }
  }

  /// Finds an initial location without a route: a link to an empty stage then has no screen below
  /// it.
  mutating func findInitial() {
    let configuration = rules.configuration
    guard let text = configuration.initial, StoreKey.isLocation(text),
      let location = try? Location(parsing: text, rules: configuration.locationRules),
      !leadsSomewhere(location)
    else { return }
    let nearest = index.nearest(to: location).first.map { " The nearest is '\($0)'." } ?? ""
    warn(
      .deadEnd,
      "'initial' is '\(text)', which no route matches.\(nearest) Add one, or choose another location.",
      at: configuration.initialSite
    )
  }

  /// The target of a proxy or guard that has no route for any sample.
  private func deadEnd(of decision: FixedDecision) -> FixedTarget? {
    let samples = SampleLocations(of: decision.route, rules: rules)
    let targets = samples.locations.compactMap { rules.target(of: decision, at: $0) }
    return targets.contains { $0.location.map(leadsSomewhere) ?? false }
      ? nil : targets.first
  }

  private mutating func warnOfDeadEnd(
    _ target: FixedTarget,
    of who: String,
    at site: SourceSite?
  ) {
    let problem =
      target.location == nil
      ? "which is not a location. Write '/…', or a function that returns router.to(…)."
      : "which no route matches. Add one, or redirect elsewhere."
    warn(.deadEnd, "\(who) redirects to '\(target.written)', \(problem)", at: site)
  }

  private func deadEnds(of route: RouteInfo, samples: [Location]) -> [FixedTarget] {
    var dead: [FixedTarget] = []
    for (number, sample) in samples.enumerated() {
      guard let match = index.match(sample)?.match else { return [] }
      let targets = rules.fixedTargets(of: route, match: match, at: sample)
        .filter { !($0.location.map(leadsSomewhere) ?? false) }
      let written = Set(targets.map(\.written))
      dead = number == 0 ? targets : dead.filter { written.contains($0.written) }
    }
    return dead
  }

  private func leadsSomewhere(_ location: Location) -> Bool {
    index.match(location) != nil || rules.isProxied(location)
  }

  /// The path from a location back to itself, or `nil`.
  private func circle(from start: Location) -> [Location]? {
    var way = [start]
    while way.count <= 20, let location = way.last, !rules.isProxied(location),
      let (route, match) = index.match(location),
      let next = rules.certainTarget(of: route, match: match, at: location)
    {
      way.append(next)
      if next == start { return way }
      if way.dropLast().contains(next) { return nil }
    }
    return nil
  }
}
