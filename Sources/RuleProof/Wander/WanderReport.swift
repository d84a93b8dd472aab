package import MessageStream
import Moonroute
import Rehearsal
package import ScriptReports
package import ScriptTesting
import TextTools

/// A finding with its shortest journey.
package struct WanderFound: Sendable {
  package let finding: RuleFinding

  /// The last step reveals the finding.
  let journey: [JourneyRun.Done]

  package let seed: UInt64

  /// Whether a replay in a new application has the same finding.
  package var isCertain: Bool

  package var steps: [WanderStep] { journey.map(\.step) }
}

/// The result of a walk.
package struct WanderReport: Sendable {
  package enum End: String, Sendable {
    /// All steps were performed.
    case done
    case timeUsed = "time"
    /// The walk reached the limit of findings.
    case found
  }

  package let stepCount: Int

  package let journeyCount: Int

  package let seed: UInt64
  package let found: [WanderFound]
  package let coverage: WanderCoverage

  package let end: End
}

package struct WanderText {
  /// The maximum number of routes named as not reached.
  private static let namedRoutes = 12

  private let style: ReportStyle

  package init(_ style: ReportStyle) { self.style = style }

  /// The lines about a finding with its spec, ending with an empty one.
  package func lines(of found: WanderFound, number: Int) -> [String] {
    let finding = found.finding
    let place = finding.site.map { " (\($0))" } ?? ""
    var lines = ReportParagraph("\(number). \(finding.message.onOneLine)\(place)", .bad)
      .lines(style)
    let steps = counted(found.steps.count, "step")
    if found.isCertain {
      lines.append("   after \(steps):")
    } else {
      lines.append("   after \(steps); no spec shows it alone:")
    }
    lines += found.steps.map { "     " + style.paint($0.words.onOneLine, .plain) }
    guard found.isCertain else { return lines + [""] }
    lines += [""] + WanderSpec(found).text.printedLines.dropLast().map { "   | " + $0 } + [""]
    return lines
  }

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
        + " redirects, \(coverage.pairCount) transitions between screens"
    )
    lines += list("not reached", coverage.unreachedRoutes)
    lines += list("not run", coverage.unaskedGuards)
    switch report.end {
    case .done: break
    case .timeUsed: lines.append("  ended by --time, before all steps were done")
    case .found: lines.append("  ended by its findings, before all steps were done")
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
      ("spec", .optional(isCertain ? WanderSpec(self).text : nil))
    )
  }
}

extension WanderReport {
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
