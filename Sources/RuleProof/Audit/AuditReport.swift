package import MessageStream
package import Moonroute
import Rehearsal
package import RoutePatterns
package import ScriptReports
import TextTools

/// The result of an audit, as text and as JSON.
package struct AuditReport: Sendable {
  /// The maximum number of kinds and links of each sort in a short report.
  private static let shownCount = 25

  private static let endColumns = 60

  /// The minimum number of columns for an example.
  private static let leastLinkColumns = 20

  /// The maximum number of columns of a line if no other limit applies.
  private static let lineColumns = 160

  private let tally: LinkTally
  private let changes: LinkChanges?
  private let skippedCount: Int
  private let index: RouteIndex
  private let rules: LocationRules
  private let showsAll: Bool

  package init(
    _ tally: LinkTally,
    changes: LinkChanges? = nil,
    skippedCount: Int = 0,
    index: RouteIndex,
    rules: LocationRules,
    showsAll: Bool = false
  ) {
    (self.tally, self.changes, self.skippedCount) = (tally, changes, skippedCount)
    (self.index, self.rules, self.showsAll) = (index, rules, showsAll)
  }

  /// Whether the audit fails: changed links if it compares with a snapshot, dead links otherwise.
  package var isBad: Bool {
    changes.map { $0.count > 0 } ?? tally.hasDead
  }

  package func lines(_ style: ReportStyle) -> [String] {
    var lines = [
      style.paint(tally.count == 1 ? "1 link" : "\(tally.count.grouped) links", .strong)
        + skipped(style), "",
    ]
    lines += kindLines(style) + deadLines(style) + changeLines(style)
    return lines
  }

  private func skipped(_ style: ReportStyle) -> String {
    guard skippedCount > 0 else { return "" }
    let words = skippedCount == 1 ? "1 line has none" : "\(skippedCount.grouped) lines have none"
    return style.paint("; \(words)", .soft)
  }

  /// In a narrow table, the links are below the kinds.
  private func kindLines(_ style: ReportStyle) -> [String] {
    let all = tally.kinds
    let shown = showsAll ? all[...] : all.prefix(Self.shownCount)
    let countWidth = shown.map(\.count.grouped.columns).max() ?? 0
    let statusWidth = shown.map(\.ending.status.label.columns).max() ?? 0
    let margin = countWidth + statusWidth + 6
    let room = max(20, min(style.width, Self.lineColumns) - margin)
    let endWidth = min(shown.map(\.ending.end.columns).max() ?? 0, Self.endColumns, room)
    let linkRoom = room - endWidth - 2
    let isBelow = linkRoom < Self.leastLinkColumns
    let widths = [countWidth, statusWidth, endWidth, linkRoom]
    let table = TerminalTable(widths: widths, indent: 2, style)
    let lines = shown.flatMap { kind -> [String] in
      let status = kind.ending.status
      let example = kind.example.printable.cut(to: isBelow ? room : linkRoom)
      let head: [TerminalTable.Cell] = [
        [(kind.count.grouped.padded(before: countWidth), .plain)], [(status.label, status.tone)],
        [(kind.ending.end(in: endWidth), .plain)],
      ]
      guard isBelow else { return [table.line(head + [[(example, .soft)]])] }
      let gap = String(repeating: " ", count: margin)
      return [table.line(head), gap + style.paint(example, .soft)]
    }
    return lines + more(all.count - shown.count, "kinds", style)
  }

  private func more(_ count: Int, _ what: String, _ style: ReportStyle) -> [String] {
    count == 0 ? [] : [style.paint("  and \(count.grouped) more \(what): --all shows them", .soft)]
  }

  private func deadLines(_ style: ReportStyle) -> [String] {
    let all = tally.deadLinks
    guard !all.isEmpty else { return [] }
    let shown = showsAll ? all[...] : all.prefix(Self.shownCount)
    let width = shown.map(\.count.grouped.columns).max() ?? 0
    let room = max(20, min(style.width, Self.lineColumns) - width - 4)
    var lines = ["", style.paint("Dead links", .strong), ""]
    for dead in shown {
      let margin = String(repeating: " ", count: width + 4)
      lines.append(
        "  " + dead.count.grouped.padded(before: width) + "  "
          + style.paint(dead.link.printable.cut(to: room), .strong)
      )
      lines.append(margin + style.paint(words(of: dead).onOneLine.cut(to: room), .soft))
    }
    let rest = all.count - shown.count
    lines += more(rest, "links", style)
    if tally.untoldDeadCount > 0 {
      lines.append("  and \(tally.untoldDeadCount.grouped) more, only counted")
    }
    return lines
  }

  private func changeLines(_ style: ReportStyle) -> [String] {
    guard let changes else { return [] }
    let count = changes.newCount
    let new = count == 0 ? "" : "; \(count.grouped) new"
    guard changes.count > 0 else {
      return ["", style.paint("No link changed since the snapshot\(new)", .good)]
    }
    let all = changes.all
    let shown = showsAll ? all[...] : all.prefix(Self.shownCount)
    let links = changes.count == 1 ? "1 link" : "\(changes.count.grouped) links"
    var lines = ["", style.paint("\(links) changed since the snapshot\(new)", .strong), ""]
    for change in shown {
      let link = change.example.printable.cut(to: max(20, min(style.width, Self.lineColumns) - 16))
      lines.append("  \(change.count.grouped) × " + style.paint(link, .strong))
      lines.append("      " + style.paint("was  " + change.before, .soft))
      lines.append("      " + style.paint("is   " + change.after, .notable))
    }
    return lines + more(all.count - shown.count, "changes", style)
  }

  /// The fault of a link, without the link, which is on the line above.
  private func words(of dead: LinkTally.DeadLink) -> String {
    let label = dead.ending.status.label
    guard let location = unknownLocation(of: dead) else {
      return dead.ending.reason.map { "\(label): \($0)" } ?? label
    }
    let error = index.notFound(location)
    guard let pattern = error.nearest.first else {
      return error.message.replacing(" '\(location)'", with: "")
    }
    let route = index.routes.first { $0.pattern.text == pattern }
    let misfit = route.flatMap { RouteMiss($0, location, rules: rules).misfit }
    return misfit.map { "\($0) of '\(pattern)'" }
      ?? "No route matches. The nearest route is '\(pattern)'."
  }

  private func unknownLocation(of dead: LinkTally.DeadLink) -> Location? {
    dead.ending.isUnknown ? try? Location(parsing: dead.link, rules: rules) : nil
  }

  /// The report as JSON: a value for each kind, dead link and change, and a summary.
  package var json: [JSON] {
    let kinds = tally.kinds.map { kind in
      JSON.fields(
        (
          "kind",
          .fields(
            ("status", .text(kind.ending.status.rawValue)),
            ("route", .optional(kind.ending.requested)),
            ("target", .optional(kind.ending.otherRoute)),
            ("reason", .optional(kind.ending.reason)),
            ("count", .int(kind.count)),
            ("example", .text(kind.example))
          )
        )
      )
    }
    let dead = tally.deadLinks.map { dead in
      JSON.fields(
        (
          "dead",
          .fields(
            ("link", .text(dead.link)),
            ("status", .text(dead.ending.status.rawValue)),
            ("reason", .optional(dead.ending.reason)),
            ("count", .int(dead.count)),
            ("nearest", .texts(unknownLocation(of: dead).map { index.notFound($0).nearest } ?? []))
          )
        )
      )
    }
    let changed = (changes?.all ?? [])
      .map { change in
        JSON.fields(
          (
            "change",
            .fields(
              ("before", .text(change.before)),
              ("after", .text(change.after)),
              ("count", .int(change.count)),
              ("example", .text(change.example))
            )
          )
        )
      }
    let statuses = tally.statuses.map { JSON.Field($0.status.rawValue, .int($0.count)) }
    let summary = JSON.fields(
      (
        "summary",
        .fields(
          ("links", .int(tally.count)),
          ("skipped", .int(skippedCount)),
          ("statuses", .object(statuses)),
          ("dead_not_listed", .int(tally.untoldDeadCount)),
          ("changed", changes.map { .int($0.count) } ?? .null),
          ("new", changes.map { .int($0.newCount) } ?? .null)
        )
      )
    )
    return kinds + dead + changed + [summary]
  }
}

extension Ending.Status {
  fileprivate var label: String { rawValue.replacing("_", with: " ") }

  fileprivate var tone: ReportStyle.Tone {
    switch self {
    case .opened, .handled, .matched: .good
    case .fellBack, .intercepted, .waiting, .cancelled: .notable
    case .notFound, .loop, .failed: .bad
    }
  }
}

extension Ending {
  /// The final route and the requested one.
  private var routes: String? {
    let asked = otherRoute == nil ? "" : requested.map { " ← \($0)" } ?? ""
    return (otherRoute ?? requested).map { $0 + asked }
  }

  /// The final route and the reason.
  fileprivate var end: String {
    [routes, reason?.onOneLine].compactMap(\.self).joined(separator: ": ").printable
  }

  /// The end in a number of columns; if it is cut, the reason comes first.
  fileprivate func end(in columns: Int) -> String {
    guard end.columns > columns, let reason else { return end.cut(to: columns) }
    let rest = routes.map { " (\($0))" } ?? ""
    return (reason.onOneLine + rest).printable.cut(to: columns)
  }
}

extension Int {
  /// The number with a comma between groups of three digits.
  package var grouped: String {
    var text = String(magnitude)
    var place = text.endIndex
    while text.distance(from: text.startIndex, to: place) > 3 {
      place = text.index(place, offsetBy: -3)
      text.insert(",", at: place)
    }
    return self < 0 ? "-" + text : text
  }
}
