package import MessageStream
import Moonroute
import Rehearsal
package import ScriptReports
package import ScriptTesting
import TextTools

/// Something that was found, and the shortest journey that leads to it.
package struct WanderFound: Sendable {
  package let finding: RuleFinding

  /// The steps, the last of which shows it.
  let journey: [JourneyRun.Done]

  /// The seed of the walk.
  package let seed: UInt64

  /// Whether the same steps lead to it again in a new application.
  package let isCertain: Bool

  /// The steps, as people and other programs read them.
  package var steps: [WanderStep] { journey.map(\.step) }
}

/// How a walk went.
package struct WanderReport: Sendable {
  /// Why a walk ended.
  package enum End: String, Sendable {
    /// All steps were done.
    case done
    case timeUsed = "time"
    /// As much was found as a walk may find, or as was asked for.
    case found
  }

  /// The steps that were done.
  package let stepCount: Int

  package let journeyCount: Int

  package let seed: UInt64

  /// The findings, in order.
  package let found: [WanderFound]

  /// How much of the application was come to.
  package let coverage: WanderCoverage

  /// Why it ended.
  package let end: End
}

/// A walk as text for people.
package struct WanderText {
  /// The routes that are named of those that were not come to.
  private static let namedRoutes = 12

  private let style: ReportStyle

  /// Describes walks in a style.
  package init(_ style: ReportStyle) { self.style = style }

  /// The lines about something that was found, with the spec that shows it.
  ///
  /// - Parameters:
  ///   - found: What was found.
  ///   - number: Its number, from 1.
  /// - Returns: The lines, the last one empty.
  package func lines(of found: WanderFound, number: Int) -> [String] {
    let finding = found.finding
    let place = finding.site.map { " (\($0))" } ?? ""
    var lines = ReportParagraph("\(number). \(finding.message.onOneLine)\(place)", .bad)
      .lines(style)
    let steps = counted(found.steps.count, "step")
    if found.isCertain {
      lines.append("   after \(steps):")
    } else {
      lines.append("   after \(steps), which do not lead to it again in a new application:")
    }
    lines += found.steps.map { "     " + style.paint($0.words.onOneLine, .plain) }
    lines += [""] + WanderSpec(found).text.printedLines.dropLast().map { "   | " + $0 } + [""]
    return lines
  }

  /// The lines at the end.
  package func lines(of report: WanderReport) -> [String] {
    let coverage = report.coverage
    let count = report.found.count
    let findings = count == 0 ? "nothing found" : counted(count, "finding")
    var lines = [
      style.paint(
        "\(report.stepCount) steps in \(report.journeyCount) journeys, seed \(report.seed): \(findings)",
        .strong
      )
    ]
    let reached = coverage.routeCount - coverage.unreachedRoutes.count
    let asked = coverage.guardCount - coverage.unaskedGuards.count
    lines.append(
      "  \(reached) of \(coverage.routeCount) routes, \(asked) of \(coverage.guardCount) guards and"
        + " redirects, \(coverage.pairCount) ways from one screen to the next"
    )
    lines += list("not come to", coverage.unreachedRoutes)
    lines += list("not asked", coverage.unaskedGuards)
    switch report.end {
    case .done: break
    case .timeUsed: lines.append("  ended by --time, before all steps were done")
    case .found: lines.append("  ended at what was found, before all steps were done")
    }
    return lines
  }

  private func list(_ title: String, _ names: [String]) -> [String] {
    guard !names.isEmpty else { return [] }
    let more = names.count - Self.namedRoutes
    let text =
      names.prefix(Self.namedRoutes).joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
    return ReportParagraph("\(title): \(text)", .notable, indent: 2).lines(style)
  }
}

extension WanderFound {
  /// The finding as JSON.
  package var json: JSON {
    .fields(
      ("kind", .text("finding")),
      ("rule", .text(finding.rule.rawValue)),
      ("code", .text(finding.code)),
      ("about", .text(finding.subject)),
      ("message", .text(finding.message)),
      ("file", .optional(finding.site?.file)),
      ("line", .optional(finding.site?.line)),
      ("certain", .bool(isCertain)),
      ("steps", .list(steps.map { .fields(("step", .text($0.kind)), ("words", .text($0.words))) })),
      ("spec", .text(WanderSpec(self).text))
    )
  }
}

extension WanderReport {
  /// The numbers of the walk as JSON.
  package var json: JSON {
    .fields(
      ("kind", .text("summary")),
      ("seed", .text("\(seed)")),
      ("steps", .int(stepCount)),
      ("journeys", .int(journeyCount)),
      ("findings", .int(found.count)),
      ("end", .text(end.rawValue)),
      ("routes", .int(coverage.routeCount)),
      ("unreached_routes", .list(coverage.unreachedRoutes.map(JSON.text))),
      ("guards", .int(coverage.guardCount)),
      ("unasked_guards", .list(coverage.unaskedGuards.map(JSON.text))),
      ("pairs", .int(coverage.pairCount))
    )
  }
}
