#if Command
import LinkFiles
import RuleProof
import ScriptReports
import TextTools

/// The text output of `moonroute links`.
struct LinksReport {
  /// The maximum number of links and warnings of each sort in a short report.
  private static let shownCount = 25

  private static let nameColumns = 9
  private static let answerColumns = 17

  private let style: ReportStyle
  private let showsAll: Bool

  init(_ style: ReportStyle, showsAll: Bool) { (self.style, self.showsAll) = (style, showsAll) }

  // MARK: Files

  /// The files of each group of hosts, and the filter for the manifest.
  func lines(of files: LinkPlan.Files, _ settings: LinkSettings) -> [String] {
    let hosts = files.hosts.isEmpty ? "" : "  for \(files.hosts.joined(separator: ", "))"
    var lines: [String] = []
    if !settings.apple.isEmpty {
      lines += [style.paint(AppleLinkFile.path, .strong) + style.paint(hosts, .soft)]
      lines += files.appleText.split(separator: "\n").map(String.init) + [""]
    }
    if !settings.android.isEmpty {
      lines += [style.paint(AndroidLinkFile.path, .strong) + style.paint(hosts, .soft)]
      lines += files.androidText.split(separator: "\n").map(String.init) + [""]
      lines += filter(of: files) + [""]
    }
    return lines
  }

  func filter(of files: LinkPlan.Files) -> [String] {
    [
      style.paint("AndroidManifest.xml", .strong)
        + style.paint("  put this into the activity", .soft)
    ]
      + files.intentFilter.split(separator: "\n").map(String.init)
  }

  // MARK: Links

  /// A block for each link: the decision of each system and of the table.
  func lines(of verdict: LinkVerdict) -> [String] {
    [style.paint(verdict.link, .strong)]
      + verdict.systems.map { line($0.name, $0.decision, in: verdict) } + [line(of: verdict.table)]
  }

  private func line(_ name: String, _ decision: LinkDecision, in verdict: LinkVerdict) -> String {
    let tone: ReportStyle.Tone =
      switch decision.answer {
      case .opens: .good
      case .stays: .plain
      case .unclear: .notable
      }
    var line =
      "  \(name.padded(to: Self.nameColumns))"
      + style.paint(decision.words.padded(to: Self.answerColumns), tone)
    var parts: [String] = []
    if let component = decision.component {
      parts.append("\(component.place) \(component.component.label)")
    }
    if let reason = decision.reason { parts.append(reason) }
    line += parts.joined(separator: "  ").printable
    guard verdict.differs(decision) else { return line.trimmedAtEnd }
    return line + style.paint("     ✗ \(difference(of: verdict.table))", .bad)
  }

  private func difference(of table: LinkTable.Answer) -> String {
    switch table {
    case .nothing: "no route in the table matches"
    case .route(_, _, isClaimed: false): "the route keeps links out (meta.links = false)"
    case .route: "a route in the table matches"
    case .proxy: "a proxy takes the link"
    }
  }

  private func line(of table: LinkTable.Answer) -> String {
    let (name, pattern) =
      switch table {
      case .route(let name, let pattern, let isClaimed):
        (name ?? "(no name)", pattern + (isClaimed ? "" : "  meta.links = false"))
      case .proxy(let pattern): ("proxy", pattern)
      case .nothing: ("no route", "")
      }
    let head = "  \("table".padded(to: Self.nameColumns))"
    return (head + name.printable.padded(to: Self.answerColumns) + pattern.printable).trimmedAtEnd
  }

  // MARK: Findings

  /// The links about which a file and the table differ, in groups of similar links.
  func lines(ofDifferences groups: [[LinkVerdict]]) -> [String] {
    guard !groups.isEmpty else { return [] }
    let verdicts = showsAll ? Array(groups.joined()) : groups.map { $0[0] }
    let shown = showsAll ? verdicts[...] : verdicts.prefix(Self.shownCount)
    var lines = [style.paint("Links that the files and the table treat differently", .strong), ""]
    for verdict in shown {
      let systems = verdict.systems.filter { verdict.differs($0.decision) }.map(\.name)
        .joined(separator: " and ")
      let words =
        verdict.table.opens
        ? "a route matches, but \(systems) would not open the app"
        : "\(systems) would open the app, but no route matches"
      lines.append("  \(verdict.link.printable)  \(style.paint(words, .soft))")
    }
    return lines + more(groups.joined().count - shown.count, "links") + [""]
  }

  func lines(of warnings: [LinkWarning]) -> [String] {
    let shown = showsAll ? warnings[...] : warnings.prefix(Self.shownCount)
    let texts = shown.flatMap { warning in
      ReportParagraph("warning: \(warning) [\(warning.code)]", .notable).lines(style)
    }
    return texts + more(warnings.count - shown.count, "warnings")
  }

  private func more(_ count: Int, _ noun: String) -> [String] {
    count == 0 ? [] : [style.paint("  and \(count.grouped) more \(noun): --all shows them", .soft)]
  }
}
#endif
