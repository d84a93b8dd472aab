import RoutePatterns
import TextTools

/// Coverage in the lcov format: a file for each script, a function for each route.
struct CoverageTrace {
  private let coverage: SpecCoverage

  init(_ coverage: SpecCoverage) { self.coverage = coverage }

  var text: String {
    coverage.applications
      .map { folder, coverage in
        let routes = Dictionary(grouping: coverage.sortedRoutes) { $0.file ?? "" }
        return CoveredLines.all(coverage, in: folder)
          .map { Self.record($0, routes[$0.name] ?? []) }.joined()
      }
      .joined()
  }

  private static func record(
    _ script: CoveredLines,
    _ routes: [ApplicationCoverage.Route]
  ) -> String {
    var lines = ["TN:", "SF:\(script.path)"]
    lines += routes.map { "FN:\($0.line),\($0.label)" }
    lines += routes.map { "FNDA:\($0.hits),\($0.label)" }
    lines += ["FNF:\(routes.count)", "FNH:\(routes.count { $0.hits > 0 })"]
    lines += script.counts.sorted { $0.key < $1.key }.map { "DA:\($0.key),\($0.value)" }
    lines += ["LF:\(script.counts.count)", "LH:\(script.reachedCount)", "end_of_record"]
    return lines.map { $0.printable + "\n" }.joined()
  }
}
