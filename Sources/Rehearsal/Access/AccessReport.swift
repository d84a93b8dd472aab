import Moonroute
package import ScriptReports
import TextTools

/// A text report of a table.
///
/// Its sections list locations that are open to everybody, that depend on the person, that are
/// closed to everybody, and that fail.
package struct AccessReport {
  private let table: AccessTable
  private let style: ReportStyle

  package init(_ table: AccessTable, _ style: ReportStyle) {
    (self.table, self.style) = (table, style)
  }

  package var lines: [String] {
    var lines = [style.paint(headline, .strong)]
    let sections: [(title: String, body: [String])] = [
      ("Open to everybody", list(rows(.everybody))),
      ("Redirected for everybody", list(rows(.elsewhere))),
      ("Depends on the person", matrix(rows(.depends))),
      ("Closed to everybody", list(rows(.closed))),
      ("Not found or waiting", list(rows(.unreached))),
      ("Not tried: no known location for the route", untried),
      ("Failures that a comment allows", problems(rows(.fails).filter { !$0.hasFinding })),
    ]
    for section in sections where !section.body.isEmpty {
      lines += ["", style.paint(section.title, .strong)] + section.body
    }
    if table.findingCount > 0 { lines += [""] + findings }
    return lines + [""] + summary
  }

  /// The failures that no comment allows, below a title; empty without findings.
  package var findings: [String] {
    let rows = rows(.fails).filter(\.hasFinding)
    return rows.isEmpty ? [] : [style.paint("Failures", .strong)] + problems(rows)
  }

  private func rows(_ reach: AccessTable.Reach) -> [AccessTable.Row] {
    table.rows.filter { $0.reach == reach }
  }

  private var headline: String {
    let routes = Set(table.rows.map(\.place.route)).count
    let places = table.rows.count
    let at = places == routes ? "" : " at \(places) locations"
    let names = table.people.map(\.name)
    let people = names.count > 8 ? "\(names.count) people" : AccessPerson.list(names)
    return "\(counted(routes, "route"))\(at), as \(people)"
  }

  private var summary: [String] {
    var lines: [String] = []
    if table.people.allSatisfy({ $0.persona == nil }) {
      lines += ReportParagraph(
        "There are no personas, so the table shows the access of an anonymous visitor."
          + " Define people in personas.lua, next to main.lua, for example:",
        .notable
      )
      .lines(style)
      lines.append("  return { visitor = {}, mei = { session = { user = \"mei\" } } }")
    }
    let count = table.rows.count(where: \.hasFinding)
    let places = counted(table.rows.count, "location")
    lines.append(
      count == 0
        ? style.paint("No failures.", .good)
        : style.paint("Failures at \(count) of \(places).", .bad)
    )
    return lines
  }

  // MARK: Rows that are the same for all

  private func list(_ rows: [AccessTable.Row]) -> [String] {
    let locations = rows.map { ($0.place.location ?? "").printable }
    let width = min(columnLimit, locations.map(\.columns).max() ?? 0)
    return zip(rows, locations)
      .flatMap { row, location in
        let words = words(of: row)
        let room = style.width - width - 4
        let isBeside = location.columns <= width && words.text.printable.columns <= room
        guard !isBeside else {
          let text = style.paint(words.text, words.tone)
          return ["  \(location.padded(to: width))  \(text)".trimmedAtEnd]
        }
        let below = ReportParagraph(words.text, words.tone, indent: width + 4)
        return ["  " + location] + below.lines(style)
      }
  }

  /// The maximum width of locations for aligned results.
  private var columnLimit: Int { style.width / 2 }

  private func words(of row: AccessTable.Row) -> (text: String, tone: ReportStyle.Tone) {
    let cell = row.cells[0]
    switch cell.word {
    case .opens: return (row.place.label, .soft)
    case .sent: return ("→ \(cell.ending.target ?? "")", .target)
    case .stopped:
      var reasons: [String] = []
      for reason in row.cells.compactMap(\.reason) where !reasons.contains(reason) {
        reasons.append(reason)
      }
      let fallback = cell.decider.map { "by \($0.words)" } ?? ""
      return (reasons.isEmpty ? fallback : reasons.joined(separator: " / ").onOneLine, .notable)
    default: return (cell.words, .notable)
    }
  }

  private var untried: [String] {
    table.untried.map { place in
      let site = place.site.map { "  \($0)" } ?? ""
      return "  \(place.label.printable)\(style.paint(site, .soft))"
    }
      + (table.untried.isEmpty ? [] : ["  Give the route samples = { { … } } with its parameters."])
  }

  // MARK: Rows that depend on the person

  /// The rows, grouped by the deciding rule.
  private func matrix(_ rows: [AccessTable.Row]) -> [String] {
    guard !rows.isEmpty else { return [] }
    let groups = rows.grouped(by: Self.rule)
    let names = table.people.map(\.name.printable)
    let cells = rows.flatMap(\.cells).map { $0.shortWords.printable.columns }
    let width = max(names.map(\.columns).max() ?? 0, cells.max() ?? 0)
    let first = rows.map { ($0.place.location ?? "").printable.columns }.max() ?? 0
    let widths = [first] + Array(repeating: width, count: names.count)
    let table = TerminalTable(widths: widths, indent: 4, style)
    let fits = table.width(ofFirst: widths.count) <= style.width
    var lines: [String] = []
    for group in groups {
      lines.append("  " + style.paint(group.key, .soft))
      if fits {
        let head = names.map { $0.padded(to: width) }.joined(separator: "  ")
        let margin = String(repeating: " ", count: first + 6)
        lines.append((margin + style.paint(head, .soft)).trimmedAtEnd)
      }
      for row in group.elements {
        lines += fits ? [line(row, in: table)] : list(of: row)
        lines += reasons(of: row)
      }
    }
    return lines + ReportParagraph(Self.legend(rows), .soft, indent: 2).lines(style)
  }

  private func line(_ row: AccessTable.Row, in table: TerminalTable) -> String {
    let location: TerminalTable.Cell = [(row.place.location ?? "", .plain)]
    return table.line([location] + row.cells.map { [(text: $0.shortWords, tone: $0.word.tone)] })
  }

  /// A row that does not fit into columns, as a list of results.
  private func list(of row: AccessTable.Row) -> [String] {
    var lines = ["    " + (row.place.location ?? "").printable]
    for (words, word, names) in grouped(row, by: \.shortWords) {
      let text = "\(words.printable): \(names.printable)"
      lines += ReportParagraph(text, word.tone, indent: 6).lines(style)
    }
    return lines
  }

  /// The reasons for stopped opens, each with the names of people.
  private func reasons(of row: AccessTable.Row) -> [String] {
    grouped(row) { $0.word == .stopped ? $0.reason?.onOneLine ?? "" : "" }
      .filter { !$0.words.isEmpty }
      .flatMap { words, _, names in
        ReportParagraph("\(names): \(words)", .soft, indent: 8).lines(style)
      }
  }

  /// The names of people, grouped by the text of their cells in order.
  private func grouped(
    _ row: AccessTable.Row,
    by words: (AccessCell) -> String
  ) -> [(words: String, word: AccessCell.Word, names: String)] {
    zip(table.people, row.cells).grouped { words($0.1) }
      .map { words, cells in
        (words, cells[0].1.word, AccessPerson.names(cells.map(\.0), among: table.people))
      }
  }

  /// The deciding rule, such as `by the guard of 'depot', routes/members.lua:63`.
  private static func rule(of row: AccessTable.Row) -> String {
    var rules: [String] = []
    for step in row.cells.compactMap(\.decider) {
      let rule = "by \(step.words)" + (step.site.map { ", \($0)" } ?? "")
      if !rules.contains(rule) { rules.append(rule) }
    }
    return rules.isEmpty ? "without a decision" : rules.joined(separator: "; ")
  }

  private static func legend(_ rows: [AccessTable.Row]) -> String {
    let used = Set(rows.flatMap(\.cells).map(\.word))
    return AccessCell.Word.allCases.filter(used.contains).map(\.legend).joined(separator: "; ")
  }

  // MARK: Problems

  private func problems(_ rows: [AccessTable.Row]) -> [String] {
    rows.flatMap { row -> [String] in
      var lines = ["  " + (row.place.location ?? "").printable]
      let groups = grouped(row) { cell in
        guard cell.word == .fails else { return "" }
        let place = cell.ending.site.map { " (\($0))" } ?? ""
        return "\(cell.code.map { "\($0.rawValue): " } ?? "")\((cell.reason ?? "").onOneLine)"
          + place
      }
      for group in groups where !group.words.isEmpty {
        let who = groups.count == 1 ? "" : "\(group.names): "
        lines += ReportParagraph(who + group.words, row.hasFinding ? .bad : .soft, indent: 4)
          .lines(style)
      }
      return lines
    }
  }
}

extension AccessCell.Word {
  /// The colour of the result.
  var tone: ReportStyle.Tone {
    switch self {
    case .opens: .good
    case .sent: .target
    case .stopped, .missing, .waits: .notable
    case .fails: .bad
    }
  }

  /// The word of a table with its meaning.
  var legend: String {
    switch self {
    case .opens: "opens: the page is shown, or the action runs"
    case .sent: "→: sent there instead"
    case .stopped: "stopped: a rule forbids it"
    case .missing: "finds nothing: no route matches"
    case .waits: "waits: for an outside event"
    case .fails: "fails: something raises an error"
    }
  }
}
