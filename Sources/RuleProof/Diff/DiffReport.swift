package import MessageStream
import Moonroute
import Rehearsal
import ScriptHost
package import ScriptReports
import TextTools

/// Differences as sentences that need no knowledge of the scripts, as Markdown and as JSON.
package struct DiffReport: Sendable {
  /// The maximum number of findings of each kind in a short report.
  private static let shownCount = 10

  let diff: RuleDiff
  /// The names of the versions, such as `main...work, 3 commits`.
  let title: String
  private let showsAll: Bool

  package init(_ diff: RuleDiff, title: String, showsAll: Bool = false) {
    (self.diff, self.title, self.showsAll) = (diff, title, showsAll)
  }

  // MARK: Text

  package func lines(_ style: ReportStyle) -> [String] {
    if let files = diff.files { return failureLines(files, style) }
    guard !diff.changes.isEmpty else { return ReportParagraph(ending).lines(style) }
    let sections = sections
    return ReportParagraph(headline).lines(style)
      + sections.flatMap { section in
        [style.paint(section.title, section.tone)] + lines(of: section, style)
      } + ReportParagraph(ending).lines(style)
  }

  var headline: String {
    "\(title): \(diff.counts.unchanged) of \(counted(diff.counts.routesBefore, "route"))"
      + " \(diff.counts.unchanged == 1 ? "is" : "are") unchanged"
  }

  /// The sentence about everything without a difference.
  package var ending: String {
    if diff.hasSameFiles { return "No differences: both versions have the same files." }
    let counts = diff.counts
    let tried = [
      counted(counts.locations, "location"), counted(counts.people, "person", "people"),
      counted(counts.links, "link"),
    ]
    return (diff.changes.isEmpty ? "No differences" : "No other differences")
      + (diff.isPartial ? " of these kinds" : "") + " in \(AccessPerson.list(tried))."
  }

  private func failureLines(_ files: ScriptReload.Files, _ style: ReportStyle) -> [String] {
    let sentences = diff.changes.map { $0.text.plain.withFullStop }
    let text = (sentences + ["Only the files were compared."]).joined(separator: " ")
    return ReportParagraph(text, .bad).lines(style)
      + [("added", files.added), ("removed", files.removed), ("changed", files.changed)]
      .flatMap { word, paths in
        paths.map { "  \(word.padded(to: 9))\($0.printable)" }
      }
  }

  private func lines(of section: DiffSection, _ style: ReportStyle) -> [String] {
    let width = (section.kinds.map(\.kind.label.columns).max() ?? 0) + 2
    return section.kinds.flatMap { kind, findings in
      let shown = showsAll ? findings[...] : findings.prefix(Self.shownCount)
      let rest = findings.count - shown.count
      return shown.flatMap { finding -> [String] in
        section.isList ? line(finding, kind, width, style) : paragraph(finding, style)
      } + (rest == 0 ? [] : ["  and \(rest) more: --all shows them"])
    }
  }

  private func paragraph(_ finding: DiffFinding, _ style: ReportStyle) -> [String] {
    ReportParagraph(finding.sentence, indent: 2).lines(style)
      + finding.remarks(showsAll: showsAll)
      .flatMap { ReportParagraph($0, .soft, indent: 6).lines(style) }
      + (finding.remedy.map { [style.paint("      \($0)", .soft)] } ?? [])
  }

  /// A line with the word of its kind.
  private func line(
    _ finding: DiffFinding,
    _ kind: DiffKind,
    _ width: Int,
    _ style: ReportStyle
  ) -> [String] {
    var lines = ReportParagraph(
      finding.line(limit: showsAll ? .max : Self.shownCount),
      indent: width + 2
    )
    .lines(style)
    guard let first = lines.first else { return [] }
    lines[0] = "  " + kind.label.padded(to: width) + first.dropFirst(width + 2)
    return lines
  }

  // MARK: JSON

  /// The findings by severity, each as a sentence.
  package var sectionsJSON: JSON {
    .list(
      sections.map { section in
        .fields(
          ("severity", .text(section.severity.rawValue)),
          ("title", .text(section.title)),
          (
            "findings",
            .list(
              section.kinds.flatMap { kind, findings in
                findings.map { $0.json(of: kind, isLine: section.isList) }
              }
            )
          )
        )
      }
    )
  }

  /// A value for each difference, then a summary.
  package var json: [JSON] {
    let kinds = diff.changes.grouped(by: \.kind)
      .map { JSON.Field($0.rawValue, .integer(Int64($1.count))) }
    var fields = [
      JSON.Field("routes_before", .integer(Int64(diff.counts.routesBefore))),
      JSON.Field("routes_after", .integer(Int64(diff.counts.routesAfter))),
      JSON.Field("locations", .integer(Int64(diff.counts.locations))),
      JSON.Field("people", .integer(Int64(diff.counts.people))),
      JSON.Field("links", .integer(Int64(diff.counts.links))),
      JSON.Field("same_files", .bool(diff.hasSameFiles)),
    ]
    if let files = diff.files {
      fields.append(
        JSON.Field(
          "files",
          .fields(
            ("added", .texts(files.added)),
            ("removed", .texts(files.removed)),
            ("changed", .texts(files.changed))
          )
        )
      )
    }
    fields.append(JSON.Field("kinds", .object(kinds)))
    return diff.changes.map(\.json) + [.fields(("summary", .object(fields)))]
  }
}

extension String {
  fileprivate var withFullStop: String { hasSuffix(".") || hasSuffix("?") ? self : self + "." }
}
