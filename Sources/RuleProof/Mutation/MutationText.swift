package import ScriptReports

/// The report for people: the changes that no spec noticed, then the scores.
package struct MutationText {
  private let report: MutationReport
  private let style: ReportStyle

  package init(_ report: MutationReport, _ style: ReportStyle) {
    (self.report, self.style) = (report, style)
  }

  package var text: String {
    let told = report.results.filter { [.unnoticed, .uncovered].contains($0.status) }
    var text = told.map { Self.lines(of: $0, style).map { $0 + "\n" }.joined() + "\n" }.joined()
    for comment in report.unusedComments {
      text += style.paint(comment, .strong) + ": " + MutationWords.unused + "\n"
    }
    if !report.unusedComments.isEmpty { text += "\n" }
    for (name, score) in [("guards", report.guards), ("others", report.others)] {
      let tone: ReportStyle.Tone = score.unnoticed == 0 ? .good : .bad
      text += "\(name): " + style.paint(MutationWords.score(score), tone) + "\n"
    }
    return text
  }

  private static func lines(of result: ChangeResult, _ style: ReportStyle) -> [String] {
    let change = result.change
    return [
      style.paint(result.place, .strong)
        + ": \(change.rule.rawValue): " + style.paint(change.kind.words, .notable),
      style.paint("  - \(change.before)", .good),
      style.paint("  + \(change.after)", .bad),
      "  " + style.paint(MutationWords.ending(of: result), .plain),
    ]
  }
}

/// The descriptions of changes in reports.
enum MutationWords {
  static let unused = "the comment matches no unnoticed change; remove it"

  static func ending(of result: ChangeResult) -> String {
    let spec = result.spec.map { "\($0.place) '\($0.name)'" }
    let nearest = spec.map { "; the nearest is \($0)" } ?? " or any other code in the file"
    switch result.status {
    case .noticed: return "noticed by \(spec ?? "a spec")"
    case .timedOut: return "timed out in \(spec ?? "a spec")"
    case .unnoticed: return "no spec noticed it" + (spec.map { "; the nearest is \($0)" } ?? "")
    case .uncovered: return "no spec runs it\(nearest)"
    case .equivalent: return "makes no difference, as the comment says"
    case .unloaded: return "does not load"
    case .untried: return "not tried"
    }
  }

  static func score(_ score: MutationScore) -> String {
    var words = "\(score.noticed) of \(score.counted) changes noticed"
    if score.counted > 0 { words += " (\(score.percent))" }
    if score.timedOut > 0 { words += ", \(score.timedOut) of them timed out" }
    if score.equivalent > 0 { words += "; \(score.equivalent) equivalent" }
    if score.unloaded > 0 { words += "; \(score.unloaded) did not load" }
    if score.untried > 0 { words += "; \(score.untried) not tried" }
    return words
  }
}
