import Moonroute
import TextTools

/// The parts of an application to which a walk has come; they guide where it goes next.
struct WanderMap: Sendable {
  /// A way from one screen to another.
  private struct Pair: Hashable {
    let from: String
    let to: String
  }

  /// The labels of all routes that can be won, in the order of registration.
  private let routes: [String]

  /// Where every guard and redirect is written.
  private let guards: Set<SourceSite>

  private var reached: Set<String> = []
  private var asked: Set<SourceSite> = []
  private var pairs: Set<Pair> = []
  private var tapCounts: [Pair: Int] = [:]

  /// Begins with nothing reached.
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

  /// Notes how opens ended that began on a screen.
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

  /// Notes a way that a person took.
  mutating func note(from: String?, to: String?) {
    pairs.insert(Pair(from: from ?? "", to: to ?? ""))
  }

  /// Whether a route was not yet come to from a screen.
  func isNew(_ route: String, from screen: String?) -> Bool {
    !pairs.contains(Pair(from: screen ?? "", to: route))
  }

  /// Chooses among the buttons and links of a screen the one that was tapped least.
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
      let count = tapCounts[Pair(from: screen ?? "", to: piece.text)] ?? 0
      if count < least { (best, least) = (piece, count) }
    }
    tapCounts[Pair(from: screen ?? "", to: best.text), default: 0] += 1
    return best
  }

  /// How much of the application was come to.
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

/// How much of an application a walk has come to.
package struct WanderCoverage: Sendable, Equatable {
  /// The number of routes that a link can win.
  package let routeCount: Int

  /// The routes to which no open came.
  package let unreachedRoutes: [String]

  /// The number of guards and redirects that are functions of a route, or of a name.
  package let guardCount: Int

  /// The places of those that were not asked.
  package let unaskedGuards: [String]

  /// The number of ways from one screen to the next.
  package let pairCount: Int
}
