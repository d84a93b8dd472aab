import Moonroute
import Synchronization

/// The coverage of applications in a run.
public final class SpecCoverage: Sendable {
  private let state = Mutex<[String: ApplicationCoverage]>([:])

  /// Creates an empty coverage.
  public init() {}

  var applications: [(folder: String, coverage: ApplicationCoverage)] {
    state.withLock { $0.map { ($0.key, $0.value) }.sorted { $0.folder < $1.folder } }
  }

  /// The label, the pattern and the number of hits of each route of an application, in no order.
  package func routes(
    of folder: String
  ) -> [(label: String, pattern: String, hits: Int)] {
    let routes = state.withLock { $0[folder]?.routes.values.map(\.self) ?? [] }
    return routes.map { ($0.label, $0.pattern, $0.hits) }
  }

  /// The number of lines that ran, and of all lines of the scripts that were loaded.
  package var lineCounts: (reached: Int, all: Int) {
    let scripts = applications.flatMap { CoveredLines.all($0.coverage, in: $0.folder) }
    return scripts.reduce((0, 0)) { ($0.0 + $1.reachedCount, $0.1 + $1.counts.count) }
  }

  private func add(_ coverage: ApplicationCoverage, of folder: String) {
    state.withLock { $0[folder, default: ApplicationCoverage()].merge(coverage) }
  }

  final class Collector {
    private let coverage: SpecCoverage
    private let folder: String
    private var found = ApplicationCoverage()

    init(_ coverage: SpecCoverage, folder: String) {
      self.coverage = coverage
      self.folder = folder
    }

    func add(_ outcome: Outcome) { found.add(outcome) }

    /// Adds everything, with all routes and the number of runs of each line.
    func finish(_ routes: [RouteInfo], _ lines: [String: [Int: Int]]) {
      found.note(lines)
      for route in routes where !route.parts.isEmpty { found.note(route) }
      coverage.add(found, of: folder)
    }
  }
}
