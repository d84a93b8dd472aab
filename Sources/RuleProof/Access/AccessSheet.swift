import Moonroute
import TextTools

/// A table as text for other programs: a row for each location, a column for each person.
package struct AccessSheet {
  private let table: AccessTable

  package init(_ table: AccessTable) { self.table = table }

  /// The heads of the columns.
  var heads: [String] { ["route", "pattern", "location"] + table.people.map(\.name) }

  /// The texts of the rows.
  var rows: [[String]] {
    table.rows.map { row in
      [row.place.name ?? "", row.place.pattern, row.place.location ?? ""] + row.cells.map(\.words)
    }
  }

  /// Values with commas between them, as spreadsheets read them (RFC 4180); none is a formula.
  package var csv: String {
    ([heads] + rows).map { $0.map(Self.csvField).joined(separator: ",") + "\r\n" }.joined()
  }

  /// A value, quoted if it must be.
  ///
  /// A spreadsheet takes text that begins with one of four characters for a formula; a quotation
  /// mark in front keeps it text.
  private static func csvField(_ text: String) -> String {
    var text = text.printable
    if let first = text.first, "=+-@".contains(first) { text = "'" + text }
    guard text.contains(where: { ",\"".contains($0) }) else { return text }
    let doubled = text.split(separator: "\"", omittingEmptySubsequences: false)
    return "\"" + doubled.joined(separator: "\"\"") + "\""
  }

  /// A table of Markdown.
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
