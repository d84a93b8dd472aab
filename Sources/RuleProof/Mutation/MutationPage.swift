import ScriptReports
import ScriptTesting
import TextTools

/// The report as a self-contained HTML page.
package struct MutationPage {
  private let report: MutationReport

  package init(_ report: MutationReport) { self.report = report }

  package var text: String {
    let unnoticed = report.results.filter { Self.side(of: $0) == "wrong" }
    var text = HTMLReportStyle.head(
      of: .changes,
      titled: "Changes of rules",
      HTMLReportStyle.run
    )
    text += filters
    text += "<main>\n<header>\n<h1>\(verdict)</h1>\n<p class=\"facts\">\(facts)</p>\n" + chips
    text += "</header>\n"
    if !unnoticed.isEmpty {
      text += "<section class=\"wrong\">\n<h2>Unnoticed changes</h2>\n"
      text += unnoticed.map { Self.details(of: $0, isOpen: true) }.joined() + "</section>\n"
    }
    if !report.unusedComments.isEmpty {
      text += "<section>\n<h2>Comments</h2>\n<ul>\n"
      text += report.unusedComments
        .map { "<li>\(Self.escaped($0)): \(MutationWords.unused)</li>\n" }.joined()
      text += "</ul>\n</section>\n"
    }
    text += "<section class=\"files\">\n<h2>Files</h2>\n" + files.map(Self.file).joined()
    return text + "</section>\n</main>\n</body>\n</html>\n"
  }

  private var verdict: String {
    let count = report.results.count { Self.side(of: $0) == "wrong" }
    if report.results.isEmpty { return "No rule to change" }
    return count == 0 ? "Every change was noticed" : "\(count) of \(report.results.count) unnoticed"
  }

  private var facts: String {
    "guards: \(MutationWords.score(report.guards)) · others: \(MutationWords.score(report.others))"
  }

  private var counts: [(id: String, label: String, count: Int)] {
    func count(_ side: String) -> Int { report.results.count { Self.side(of: $0) == side } }
    return [
      ("all", "All", report.results.count), ("wrong", "Unnoticed", count("wrong")),
      ("pending", "Not counted", count("pending")), ("success", "Noticed", count("success")),
    ]
  }

  private var filters: String {
    counts.map { entry in
      "<input type=\"radio\" name=\"show\" id=\"show-\(entry.id)\""
        + (entry.id == "all" ? " checked" : "") + " aria-label=\"\(entry.label)\">\n"
    }
    .joined()
  }

  private var chips: String {
    let labels = counts.map { entry in
      "<label for=\"show-\(entry.id)\" class=\"\(entry.id)\">\(entry.label)"
        + " <b>\(entry.count)</b></label>\n"
    }
    return "<nav>\n" + labels.joined() + "</nav>\n"
  }

  private var files: [(path: String, results: [ChangeResult])] {
    var files: [(path: String, results: [ChangeResult])] = []
    for result in report.results {
      if files.last?.path == result.path {
        files[files.count - 1].results.append(result)
      } else {
        files.append((result.path, [result]))
      }
    }
    return files
  }

  /// The style sheet class of a result.
  private static func side(of result: ChangeResult) -> String {
    switch result.status {
    case .noticed, .timedOut: "success"
    case .unnoticed, .uncovered: "wrong"
    case .equivalent, .unloaded, .untried: "pending"
    }
  }

  private static func details(of result: ChangeResult, isOpen: Bool) -> String {
    let change = result.change
    let words = "\(change.rule.rawValue): \(change.kind.words)"
    return
      "<details\(isOpen ? " open" : "")>\n<summary><span class=\"name\">\(escaped(words))</span>"
      + "<span class=\"place\">\(escaped(result.place))</span></summary>\n" + code(of: result)
      + "</details>\n"
  }

  private static func code(of result: ChangeResult) -> String {
    let lines = [
      ("expected", "- \(result.change.before)"), ("actual", "+ \(result.change.after)"),
      ("legend", MutationWords.ending(of: result)),
    ]
    return "<pre>"
      + lines.map { "<span class=\"\($0)\">\(escaped($1))\n</span>" }.joined() + "</pre>\n"
  }

  private static func file(_ file: (path: String, results: [ChangeResult])) -> String {
    let sides = Set(file.results.map(side)).sorted()
    let styles = sides.map { "has-\($0)" }.joined(separator: " ")
    let score = MutationScore(of: file.results)
    return
      "<details class=\"\(styles)\">\n<summary><span class=\"name\">\(escaped(file.path))</span>"
      + "<time>\(score.noticed) of \(score.counted)</time></summary>\n<ul>\n"
      + file.results.map(row).joined() + "</ul>\n</details>\n"
  }

  private static func row(_ result: ChangeResult) -> String {
    let change = result.change
    return
      "<li class=\"\(side(of: result))\"><span class=\"mark\" title=\"\(result.status.rawValue)\">"
      + "</span><span class=\"name\">\(change.line): \(escaped(change.rule.rawValue)): "
      + "\(escaped(change.kind.words)) <i>\(escaped(MutationWords.ending(of: result)))</i></span>"
      + "<pre>\(escaped("- " + change.before))\n\(escaped("+ " + change.after))</pre></li>\n"
  }

  private static func escaped(_ text: String) -> String { text.printed(as: .xmlAttribute) }
}
