import MessageStream

/// The report for programs: one object for each change, then one for the scores.
package struct MutationJSON {
  private let report: MutationReport

  package init(_ report: MutationReport) { self.report = report }

  package var text: String {
    (report.results.map(Self.change) + [summary]).map { $0.line + "\n" }.joined()
  }

  private static func change(_ result: ChangeResult) -> JSON {
    let change = result.change
    return .fields(
      ("file", .text(result.path)),
      ("line", .int(change.line)),
      ("column", .int(change.column)),
      ("rule", .text(change.rule.rawValue)),
      ("change", .text(change.kind.rawValue)),
      ("before", .text(change.before)),
      ("after", .text(change.after)),
      ("status", .text(result.status.rawValue)),
      (
        "spec",
        result.spec.map {
          .fields(("file", .text($0.file)), ("line", .int($0.line)), ("name", .text($0.name)))
        } ?? .null
      )
    )
  }

  private var summary: JSON {
    .fields(
      (
        "summary",
        .fields(
          ("guards", Self.score(report.guards)),
          ("others", Self.score(report.others)),
          ("tests", .int(report.testCount)),
          ("unused_comments", .list(report.unusedComments.map(JSON.text)))
        )
      )
    )
  }

  private static func score(_ score: MutationScore) -> JSON {
    .fields(
      ("noticed", .int(score.noticed)),
      ("unnoticed", .int(score.unnoticed)),
      ("timed_out", .int(score.timedOut)),
      ("equivalent", .int(score.equivalent)),
      ("unloaded", .int(score.unloaded)),
      ("untried", .int(score.untried)),
      ("percent", score.perMille.map { .number(Double($0) / 10) } ?? .null)
    )
  }
}
