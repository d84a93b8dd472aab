import Moonroute
import TextTools

/// The visited parts of an application, which guide a walk.
struct WanderMap: Sendable {
  private struct Pair: Hashable {
    let from: String
    let to: String
  }

  /// The labels of all winning routes, in order of registration.
  private let routes: [String]

  /// The place of every guard and redirect.
  private let guards: Set<SourceSite>

  private var reached: Set<String> = []
  private var asked: Set<SourceSite> = []
  private var pairs: Set<Pair> = []
  private var tapCounts: [Pair: Int] = [:]

  init(of rules: RouterRules) {
    let winning = rules.directory.index.winningRoutes.sorted { $0.id < $1.id }
    var labels: [String] = []
    for route in winning where !labels.contains(route.label) { labels.append(route.label) }
    routes = labels
    var sites: Set<SourceSite> = []
    for route in rules.directory.index.routes {
      let location = SampleLocations(of: route, in: rules.directory.index, rules: rules).locations
        .first
      for decision in rules.decisionsAsked(of: route, at: location) where decision.target == nil {
        if let site = decision.site { sites.insert(site) }
      }
    }
    guards = sites
  }

  mutating func note(_ outcomes: [Outcome], from screen: String?) {
    for outcome in outcomes {
      if let label = outcome.route?.label {
        reached.insert(label)
        pairs.insert(Pair(from: screen ?? "", to: label))
      }
      for step in outcome.steps where step.kind == .guard || step.kind == .redirect {
        if let site = step.site { asked.insert(site) }
        if step.kind == .redirect, let name = step.name { reached.insert(name) }
      }
    }
  }

  mutating func note(from: String?, to: String?) {
    pairs.insert(Pair(from: from ?? "", to: to ?? ""))
  }

  func isNew(_ route: String, from screen: String?) -> Bool {
    !pairs.contains(Pair(from: screen ?? "", to: route))
  }

  /// Chooses the least tapped button or link of a screen.
  mutating func tap(
    _ pieces: [StageSummary.Piece],
    on screen: String?,
    _ random: inout SeededGenerator
  ) -> StageSummary.Piece {
    let start = random.next(below: pieces.count)
    let ordered = pieces[start...] + pieces[..<start]
    var best = pieces[start]
    var least = Int.max
    for piece in ordered {
      let count = tapCounts[Pair(from: screen ?? "", to: piece.word)] ?? 0
      if count < least { (best, least) = (piece, count) }
    }
    tapCounts[Pair(from: screen ?? "", to: best.word), default: 0] += 1
    return best
  }

  /// Adds the visits of a journey since it began.
  mutating func learn(from journey: WanderMap, since before: WanderMap) {
    reached.formUnion(journey.reached)
    asked.formUnion(journey.asked)
    pairs.formUnion(journey.pairs)
    for (pair, count) in journey.tapCounts {
      tapCounts[pair, default: 0] += count - before.tapCounts[pair, default: 0]
    }
  }

  var coverage: WanderCoverage {
    let unreached = routes.filter { !reached.contains($0) }
    let unasked = guards.subtracting(asked)
    return WanderCoverage(
      routeCount: routes.count,
      unreachedRoutes: unreached,
      guardCount: guards.count,
      unaskedGuards: unasked.map { "\($0)" }.sorted(),
      pairCount: pairs.count
    )
  }
}

/// The visited share of an application.
package struct WanderCoverage: Sendable, Equatable {
  /// The number of routes that a link can win.
  package let routeCount: Int

  /// The routes that no open reached.
  package let unreachedRoutes: [String]

  /// The number of guards and redirects that are functions of a route or a name.
  package let guardCount: Int

  /// The places of guards and redirects that did not run.
  package let unaskedGuards: [String]

  /// The number of distinct transitions between screens.
  package let pairCount: Int
}

extension StageSummary.Piece {
  /// Different for elements with the same text.
  fileprivate var word: String { place.map { "\(text) \($0)" } ?? text }
}
