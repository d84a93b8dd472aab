#if Inspector
import Moonroute
import RoutePatterns
import RuleProof
import ScriptTesting

/// The number of times that specs reached each route.
struct RouteHits: Sendable, Equatable {
  private var counts: [String: Int] = [:]

  init() {}

  /// Takes the counts of a spec run in an application.
  init(_ coverage: SpecCoverage, of folder: String) {
    for route in coverage.routes(of: folder) {
      counts[Self.key(route.label, route.pattern), default: 0] += route.hits
    }
  }

  mutating func add(_ other: RouteHits) { counts.merge(other.counts, uniquingKeysWith: +) }

  subscript(route: RouteInfo) -> Int { counts[Self.key(route.label, route.pattern.text)] ?? 0 }

  /// A key for the same route in different versions of the scripts.
  private static func key(_ label: String, _ pattern: String) -> String { "\(label) \(pattern)" }
}

struct JourneyRun: Sendable {
  let result: JourneyResult
  let hits: RouteHits
}

extension JourneyFolder {
  func runCounting(_ name: String) async -> JourneyRun {
    let coverage = SpecCoverage()
    let result = await run(name, coverage: coverage)
    return JourneyRun(result: result, hits: RouteHits(coverage, of: root))
  }
}

/// The number of times that saved tests reach the routes of an application.
struct RouteHeat: Sendable {
  /// The counts of the latest run of each journey.
  var journeys = RouteHits()
  /// The counts of the latest run of the other specs; `nil` before the first run.
  var specs: RouteHits?
}
#endif
