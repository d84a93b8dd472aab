import TextTools

package struct TerminalTable {
  package typealias Cell = [(text: String, tone: ReportStyle.Tone)]

  package static let gap = 2

  package let widths: [Int]
  private let indent: Int
  private let style: ReportStyle

  package init(widths: [Int], indent: Int = 0, _ style: ReportStyle) {
    (self.widths, self.indent, self.style) = (widths, indent, style)
  }

  /// Creates a table with columns as wide as their widest text.
  package init(fitting rows: [[String]], indent: Int = 0, _ style: ReportStyle) {
    let count = rows.map(\.count).max() ?? 0
    let widths = (0..<count)
      .map { column in
        rows.map { column < $0.count ? $0[column].printable.columns : 0 }.max() ?? 0
      }
    self.init(widths: widths, indent: indent, style)
  }

  package func width(ofFirst count: Int) -> Int {
    indent + widths.prefix(count).reduce(0, +) + Self.gap * max(0, count - 1)
  }

  /// Returns one line of the table, without trailing spaces.
  package func line(_ cells: [Cell]) -> String {
    var line = String(repeating: " ", count: indent)
    for (cell, width) in zip(cells, widths) {
      let used = cell.reduce(0) { $0 + $1.text.printable.columns }
      for piece in cell { line += style.paint(piece.text, piece.tone) }
      line += String(repeating: " ", count: max(0, width - used) + Self.gap)
    }
    return line.trimmedAtEnd
  }
}
