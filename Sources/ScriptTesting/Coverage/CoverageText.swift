import RoutePatterns
import TextTools

/// Coverage for a terminal: numbers, then unreached routes and lines.
struct CoverageText {
  private let coverage: SpecCoverage

  init(_ coverage: SpecCoverage) { self.coverage = coverage }

  var text: String {
    coverage.applications.filter { !$0.coverage.routes.isEmpty || !$0.coverage.lines.isEmpty }
      .map { Self.lines($0.folder, $0.coverage).map(\.printable).joined(separator: "\n") + "\n" }
      .joined(separator: "\n")
  }

  private static func lines(_ folder: String, _ coverage: ApplicationCoverage) -> [String] {
    let routes = coverage.sortedRoutes
    let reached = routes.count(where: \.isReached)
    let deciding = routes.filter(\.hasRedirect)
    let asked = deciding.count { !$0.answers.isEmpty }
    var lines = ["Coverage of \(folder)"]
    let scripts = CoveredLines.all(coverage, in: folder)
    let lineCount = scripts.reduce(0) { $0 + $1.counts.count }
    let lineHits = scripts.reduce(0) { $0 + $1.reachedCount }
    lines.append("  lines      \(share(lineHits, lineCount))")
    if !routes.isEmpty { lines.append("  routes     \(share(reached, routes.count))") }
    if !deciding.isEmpty { lines.append("  decisions  \(share(asked, deciding.count))") }
    if !coverage.animators.isEmpty {
      let used = coverage.animators.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)×" }
      lines.append("  animators  \(used.joined(separator: ", "))")
    }
    for route in routes where !route.isReached {
      lines.append("  never reached  \(route.label)  \(route.pattern)  \(route.place)")
    }
    for route in deciding where route.isReached && route.answers.isEmpty {
      lines.append("  never asked    \(route.label)  \(route.pattern)  \(route.place)")
    }
    for script in scripts where !script.missed.isEmpty {
      lines.append("  never run      \(script.name):\(script.missed.joined(separator: ", "))")
    }
    return lines
  }

  private static func share(_ part: Int, _ whole: Int) -> String {
    "\(part) of \(whole)" + (whole > 0 ? " (\(part * 100 / whole) %)" : "")
  }
}
