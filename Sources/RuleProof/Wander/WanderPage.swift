import ScriptReports
import ScriptTesting
import TextTools

/// The report of a walk as a self-contained HTML page.
package struct WanderPage {
  private let report: WanderReport

  package init(_ report: WanderReport) { self.report = report }

  package var text: String {
    var text = HTMLReportStyle.head(of: .wander, titled: "Random walk", HTMLReportStyle.run)
    text += "<main>\n<header>\n<h1>\(verdict)</h1>\n<p class=\"facts\">\(facts)</p>\n</header>\n"
    if !report.found.isEmpty {
      text += "<section class=\"wrong\">\n<h2>Findings</h2>\n"
      text += report.found.map(Self.details).joined() + "</section>\n"
    }
    text += "<section class=\"files\">\n<h2>Coverage</h2>\n" + coverage
    return text + "</section>\n</main>\n</body>\n</html>\n"
  }

  private var verdict: String {
    report.found.isEmpty ? "Nothing found" : counted(report.found.count, "finding")
  }

  private var facts: String {
    let end: String? =
      switch report.end {
      case .done: nil
      case .timeUsed: "ended by --time"
      case .found: "ended by its findings"
      }
    let facts = [
      counted(report.stepCount, "step"), counted(report.journeyCount, "journey"),
      "seed \(report.seed)", end,
    ]
    return facts.compactMap(\.self).joined(separator: " · ")
  }

  private static func details(of found: WanderFound) -> String {
    let place = found.finding.site.map { "<span class=\"place\">\(escaped("\($0)"))</span>" }
    let steps = found.steps.map { item($0.words) }
    let name = escaped(found.finding.message)
    var text = "<details open>\n<summary><span class=\"name\">\(name)</span>"
    text += "<time>\(counted(found.steps.count, "step"))</time>\(place ?? "")</summary>\n"
    text += "<ul>\n\(steps.joined())</ul>\n"
    guard found.isCertain else {
      return text + "<p class=\"place\">No spec shows it alone.</p>\n</details>\n"
    }
    return text + "<pre>\(WanderSpec(found).text.printed(as: .xml))</pre>\n</details>\n"
  }

  private var coverage: String {
    let coverage = report.coverage
    return Self.coverage("routes reached", of: coverage.routeCount, coverage.unreachedRoutes)
      + Self.coverage("guards and redirects run", of: coverage.guardCount, coverage.unaskedGuards)
      + "<p>\(counted(coverage.pairCount, "transition")) between screens</p>\n"
  }

  private static func coverage(_ words: String, of count: Int, _ missing: [String]) -> String {
    let items = missing.map { item($0, marked: true) }
    return "<details\(missing.isEmpty ? "" : " open")>\n<summary><span class=\"name\">"
      + "\(count - missing.count) of \(count) \(words)</span></summary>\n"
      + (items.isEmpty ? "" : "<ul>\n\(items.joined())</ul>\n") + "</details>\n"
  }

  private static func item(_ text: String, marked isMarked: Bool = false) -> String {
    let mark = isMarked ? "<span class=\"mark\"></span>" : ""
    return "<li\(isMarked ? " class=\"pending\"" : "")>\(mark)<span class=\"name\">\(escaped(text))"
      + "</span></li>\n"
  }

  private static func escaped(_ text: String) -> String { text.printed(as: .xmlAttribute) }
}
