#if Inspector
import Moonroute
import RoutePatterns
import RuleProof
import ScriptTesting

/// How often specs came to each route.
struct RouteHits: Sendable, Equatable {
  private var counts: [String: Int] = [:]

  /// Counts nothing yet.
  init() {}

  /// Counts what a run of specs came to in an application.
  init(_ coverage: SpecCoverage, of folder: String) {
    for route in coverage.routes(of: folder) {
      counts[Self.key(route.label, route.pattern), default: 0] += route.hits
    }
  }

  /// Adds what another run came to.
  mutating func add(_ other: RouteHits) { counts.merge(other.counts, uniquingKeysWith: +) }

  /// How often a route was come to.
  subscript(route: RouteInfo) -> Int { counts[Self.key(route.label, route.pattern.text)] ?? 0 }

  /// The text by which a route is known, whichever scripts it comes from.
  private static func key(_ label: String, _ pattern: String) -> String { "\(label) \(pattern)" }
}

/// A journey that ran.
struct JourneyRun: Sendable {
  let result: JourneyResult
  /// How often it came to each route.
  let hits: RouteHits
}

extension JourneyFolder {
  /// Runs a journey, and counts the routes that it comes to.
  func runCounting(_ name: String) async -> JourneyRun {
    let coverage = SpecCoverage()
    let result = await run(name, coverage: coverage)
    return JourneyRun(result: result, hits: RouteHits(coverage, of: root))
  }
}

/// How often the routes of an application are come to, beside what happens now.
struct RouteHeat: Sendable {
  /// In the journeys, as each of them ran last.
  var journeys = RouteHits()
  /// In the other specs, as they ran last; `nil` before they have.
  var specs: RouteHits?
}
#endif
