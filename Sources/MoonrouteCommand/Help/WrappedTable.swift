import ScriptReports

/// A Markdown table for a terminal, with wrapped cells.
struct WrappedTable {
  private let rows: [[SpannedText]]
  private let table: TerminalTable

  init(rows: [[String]], style: ReportStyle, width: Int) {
    let count = rows.map(\.count).max() ?? 0
    self.rows = rows.map { row in
      (row + Array(repeating: "", count: count - row.count)).map { SpannedText($0) }
    }
    table = TerminalTable(widths: Self.widths(of: self.rows, count: count, width: width), style)
  }

  /// The widths of the columns; if they do not fit, the widest columns shrink.
  private static func widths(of rows: [[SpannedText]], count: Int, width: Int) -> [Int] {
    var widths = (0..<count).map { column in rows.map { $0[column].width }.max() ?? 0 }
    let least = (0..<count).map { column in rows.map { $0[column].longestWord }.max() ?? 0 }
    while widths.reduce(0, +) + TerminalTable.gap * (count - 1) > width {
      let narrowable = widths.indices.filter { widths[$0] > least[$0] }
      guard let widest = narrowable.max(by: { widths[$0] < widths[$1] }) else { break }
      widths[widest] -= 1
    }
    return widths
  }

  var lines: [String] {
    rows.enumerated()
      .flatMap { index, row in
        let cells = zip(row, table.widths).map { $0.lines(width: max(1, $1)) }
        let height = cells.map(\.count).max() ?? 0
        return (0..<height)
          .map { line in
            table.line(
              cells.map { cell -> TerminalTable.Cell in
                guard line < cell.count else { return [] }
                return cell[line].map { ($0.text, index == 0 ? .soft : $0.tone) }
              }
            )
          }
      }
  }
}
