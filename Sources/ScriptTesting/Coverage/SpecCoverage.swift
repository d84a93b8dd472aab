import Moonroute
import Synchronization

/// The parts of the applications that a run exercised.
public final class SpecCoverage: Sendable {
  private let state = Mutex<[String: ApplicationCoverage]>([:])

  /// Nothing has been exercised yet.
  public init() {}

  var applications: [(folder: String, coverage: ApplicationCoverage)] {
    state.withLock { $0.map { ($0.key, $0.value) }.sorted { $0.folder < $1.folder } }
  }

  /// The routes of an application, and how often each was come to.
  ///
  /// - Parameter folder: The path of the application's folder.
  /// - Returns: The label, the pattern and the number for each, in no order.
  package func routes(
    of folder: String
  ) -> [(label: String, pattern: String, hits: Int)] {
    let routes = state.withLock { $0[folder]?.routes.values.map(\.self) ?? [] }
    return routes.map { ($0.label, $0.pattern, $0.hits) }
  }

  private func add(_ coverage: ApplicationCoverage, of folder: String) {
    state.withLock { $0[folder, default: ApplicationCoverage()].merge(coverage) }
  }

  /// Collects the coverage of one spec file.
  final class Collector {
    private let coverage: SpecCoverage
    private let folder: String
    private var found = ApplicationCoverage()

    /// Collects for an application.
    init(_ coverage: SpecCoverage, folder: String) {
      self.coverage = coverage
      self.folder = folder
    }

    /// Notes an open.
    func add(_ outcome: Outcome) { found.add(outcome) }

    /// Adds everything, with the routes that there are and how often each line of each script ran.
    func finish(_ routes: [RouteInfo], _ lines: [String: [Int: Int]]) {
      found.note(lines)
      for route in routes where !route.parts.isEmpty { found.note(route) }
      coverage.add(found, of: folder)
    }
  }
}
