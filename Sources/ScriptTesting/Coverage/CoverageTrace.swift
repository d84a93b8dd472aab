/// Coverage as lcov reads it: each script is a file, each route a function of it.
struct CoverageTrace {
  private let coverage: SpecCoverage

  init(_ coverage: SpecCoverage) { self.coverage = coverage }

  var text: String {
    coverage.applications
      .map { folder, coverage in
        let files = Dictionary(grouping: coverage.sortedRoutes) { $0.file ?? "" }
        return files.sorted { $0.key < $1.key }.filter { !$0.key.isEmpty }
          .map { Self.record("\(folder)/\($0.key)", $0.value) }.joined()
      }
      .joined()
  }

  private static func record(_ path: String, _ routes: [ApplicationCoverage.Route]) -> String {
    var lines = ["TN:", "SF:\(path)"]
    lines += routes.map { "FN:\($0.line),\($0.label)" }
    lines += routes.map { "FNDA:\($0.hits),\($0.label)" }
    lines += ["FNF:\(routes.count)", "FNH:\(routes.count { $0.hits > 0 })"]
    var hits: [Int: Int] = [:]
    for route in routes { hits[route.line, default: 0] += route.hits }
    lines += hits.sorted { $0.key < $1.key }.map { "DA:\($0.key),\($0.value)" }
    lines += ["LF:\(hits.count)", "LH:\(hits.values.count { $0 > 0 })", "end_of_record"]
    return lines.map { $0 + "\n" }.joined()
  }
}
