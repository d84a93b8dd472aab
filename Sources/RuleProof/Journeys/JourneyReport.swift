package import MessageStream
package import ScriptReports
import ScriptTesting
import TextTools

/// The results of a round of journeys, for people and as JSON.
package struct JourneyReport {
  /// The maximum number of lines of a failure.
  private static let messageLines = 12

  /// The maximum number of characters of such a line, or of a step.
  private static let lineCharacters = 400

  private let round: JourneyRound

  package init(_ round: JourneyRound) { self.round = round }

  /// The report for people: the changes and the number of failures.
  package func lines(_ style: ReportStyle) -> [String] {
    if round.rows.isEmpty {
      let words = "no journeys in '\(JourneyFolder.place)' yet: 'moonroute record' writes one"
      return round.isFirst ? [style.paint(words, .soft)] : []
    }
    return round.rows.flatMap { Self.lines(of: $0, style) } + [summary(style)]
  }

  /// A failed journey for people: its place, the step and the failure.
  package static func failure(
    _ name: String,
    _ result: JourneyResult,
    _ style: ReportStyle
  ) -> [String] {
    let step = result.step.map { ": \($0.shortened(to: lineCharacters).printable)" } ?? ""
    var lines = [style.paint("✗ \(place(name, result))", .bad) + step]
    let message = (result.message ?? "").printedLines
    lines += message.prefix(messageLines).map { "    " + $0.shortened(to: lineCharacters) }
    if message.count > messageLines {
      lines.append(style.paint("    and more: moonroute test shows all", .soft))
    }
    return lines
  }

  private static func lines(of row: JourneyRound.Row, _ style: ReportStyle) -> [String] {
    switch row.news {
    case .none, .new: []
    case .failed: failure(row.name, row.result, style)
    case .still: [style.paint("✗ \(place(row.name, row.result)) still fails", .bad)]
    case .mended:
      [style.paint("✓ \(JourneyFolder.path(of: row.name).printable) passes again", .good)]
    }
  }

  private static func place(_ name: String, _ result: JourneyResult) -> String {
    JourneyFolder.path(of: name).printable + (result.line.map { ":\($0)" } ?? "")
  }

  private func summary(_ style: ReportStyle) -> String {
    let (all, failed) = (round.rows.count, round.failureCount)
    let journeys = counted(all, "journey")
    let rest = round.leftOutCount == 0 ? "" : "; \(round.leftOutCount) more did not run"
    guard failed > 0 else {
      let isAsBefore = round.rows.allSatisfy { $0.news == .none }
      let words = isAsBefore ? " as before" : all == 1 ? " passes" : " pass"
      return style.paint("✓ \(journeys)\(words)\(rest)", .good)
    }
    let verb = failed == 1 ? "fails" : "fail"
    return style.paint("✗ \(failed) of \(journeys) \(verb)\(rest)", .bad)
  }

  /// The records of the journeys, as `watch --json` prints them.
  package var json: [JSON] {
    round.rows.map { Self.json($0.name, $0.result, $0.news) }
  }

  /// A journey as `watch --json` and `record --json` print it.
  package static func json(
    _ name: String,
    _ result: JourneyResult,
    _ news: JourneyRound.News
  ) -> JSON {
    .fields(
      (
        "journey",
        .fields(
          ("name", .text(name)),
          ("file", .text(JourneyFolder.path(of: name))),
          ("status", .text(result.status.rawValue)),
          ("line", .optional(result.line)),
          ("step", .optional(result.step)),
          ("message", .optional(result.message)),
          ("changed", .bool(news == .failed || news == .mended))
        )
      )
    )
  }
}
