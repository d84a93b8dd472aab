import Moonroute
import TextTools

/// A table as text for other programs, with a row per location and a column per person.
package struct AccessSheet {
  private let table: AccessTable

  package init(_ table: AccessTable) { self.table = table }

  var heads: [String] { ["route", "pattern", "location"] + table.people.map(\.name) }

  var rows: [[String]] {
    table.rows.map { row in
      [row.place.name ?? "", row.place.pattern, row.place.location ?? ""] + row.cells.map(\.words)
    }
  }

  /// The table as CSV (RFC 4180), protected against formulas.
  package var csv: String {
    ([heads] + rows).map { $0.map(Self.csvField).joined(separator: ",") + "\r\n" }.joined()
  }

  /// A spreadsheet reads text with one of four initial characters as a formula; a leading quotation
  /// mark prevents this.
  private static func csvField(_ text: String) -> String {
    var text = text.printable
    if let first = text.first, "=+-@".contains(first) { text = "'" + text }
    guard text.contains(where: { ",\"".contains($0) }) else { return text }
    let doubled = text.split(separator: "\"", omittingEmptySubsequences: false)
    return "\"" + doubled.joined(separator: "\"\"") + "\""
  }

  package var markdown: String {
    let heads = ["location", "route"] + table.people.map(\.name)
    let rows = table.rows.map { row in
      [row.place.location ?? "", row.place.label] + row.cells.map(\.words)
    }
    let rule = "|" + String(repeating: " --- |", count: heads.count) + "\n"
    func line(_ cells: [String]) -> String {
      "| " + cells.map { $0.printable.printed(as: .markdown) }.joined(separator: " | ") + " |\n"
    }
    return line(heads) + rule + rows.map(line).joined()
  }
}
