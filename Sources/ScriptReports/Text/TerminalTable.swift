import TextTools

/// A table on a terminal: columns with two blanks between them.
package struct TerminalTable {
  /// A cell as pieces of text, each with its colour.
  package typealias Cell = [(text: String, tone: ReportStyle.Tone)]

  /// The blanks between two columns.
  package static let gap = 2

  /// The columns of the terminal that each column takes.
  package let widths: [Int]
  /// The blanks before the first column.
  private let indent: Int
  private let style: ReportStyle

  package init(widths: [Int], indent: Int = 0, _ style: ReportStyle) {
    (self.widths, self.indent, self.style) = (widths, indent, style)
  }

  /// A table whose columns are as wide as their widest text.
  package init(fitting rows: [[String]], indent: Int = 0, _ style: ReportStyle) {
    let count = rows.map(\.count).max() ?? 0
    let widths = (0..<count)
      .map { column in
        rows.map { column < $0.count ? $0[column].printable.columns : 0 }.max() ?? 0
      }
    self.init(widths: widths, indent: indent, style)
  }

  /// The columns of the terminal that the first columns of the table take.
  package func width(ofFirst count: Int) -> Int {
    indent + widths.prefix(count).reduce(0, +) + Self.gap * max(0, count - 1)
  }

  /// One line of the table, without blanks at its end.
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
