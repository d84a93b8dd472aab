import ScriptReports

/// Writes a table for a terminal, its cells wrapped so that it fits.
struct TerminalTable {
  private let rows: [[SpannedText]]
  private let style: ReportStyle
  private let widths: [Int]

  /// The space between two columns.
  private static let gap = 2

  /// Makes a writer.
  ///
  /// - Parameters:
  ///   - rows: The rows, the heads first.
  ///   - style: The colours.
  ///   - width: The columns that there are.
  init(rows: [[String]], style: ReportStyle, width: Int) {
    let count = rows.map(\.count).max() ?? 0
    self.rows = rows.map { row in
      (row + Array(repeating: "", count: count - row.count)).map { SpannedText($0) }
    }
    self.style = style
    widths = Self.widths(of: self.rows, count: count, width: width)
  }

  /// The widths of the columns: as wide as they need, the widest narrowed until all fit.
  private static func widths(of rows: [[SpannedText]], count: Int, width: Int) -> [Int] {
    var widths = (0..<count).map { column in rows.map { $0[column].width }.max() ?? 0 }
    let least = (0..<count).map { column in rows.map { $0[column].longestWord }.max() ?? 0 }
    while widths.reduce(0, +) + gap * (count - 1) > width {
      let narrowable = widths.indices.filter { widths[$0] > least[$0] }
      guard let widest = narrowable.max(by: { widths[$0] < widths[$1] }) else { break }
      widths[widest] -= 1
    }
    return widths
  }

  var lines: [String] {
    rows.enumerated()
      .flatMap { index, row in
        let cells = row.enumerated().map { $0.element.lines(width: max(1, widths[$0.offset])) }
        let height = cells.map(\.count).max() ?? 0
        return (0..<height)
          .map { line in
            cells.enumerated()
              .map { column, cell in
                let spans = line < cell.count ? cell[line] : []
                let taken = spans.reduce(0) { $0 + $1.text.count }
                let isLast = column == cells.count - 1
                let space = isLast ? 0 : max(0, widths[column] - taken) + Self.gap
                let text = spans.map { span in
                  index == 0 ? style.paint(span.text, .soft) : span.painted(style)
                }
                return text.joined() + String(repeating: " ", count: space)
              }
              .joined()
          }
      }
  }
}
