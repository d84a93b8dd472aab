import Book
import ScriptReports
import TextTools

/// Formats Markdown for a terminal, wrapped and with optional colours.
struct TerminalPage {
  private let style: ReportStyle
  private let width: Int

  /// The maximum width, because longer lines are hard to read.
  private static let comfortableWidth = 100

  init(style: ReportStyle) {
    self.style = style
    width = min(style.width, Self.comfortableWidth)
  }

  func lines(of markdown: String) -> [String] {
    var lines: [String] = []
    for block in MarkdownBlocks(markdown).blocks {
      if !lines.isEmpty { lines.append("") }
      lines += self.lines(of: block)
    }
    return lines
  }

  private func lines(of block: MarkdownBlocks.Block) -> [String] {
    switch block {
    case .heading(_, let text):
      SpannedText(text).lines(width: width)
        .map { line in
          style.paint(line.map(\.text).joined(), .strong)
        }
    case .paragraph(let text): wrapped(text)
    case .code(_, let text):
      text.split(separator: "\n", omittingEmptySubsequences: false)
        .map { line in
          line.isEmpty ? "" : "    " + String(line).printed(as: .tabbedLine)
        }
    case .list(let points):
      points.flatMap { point in
        wrapped(
          point.text,
          first: String(repeating: "  ", count: point.level + 1) + "\(point.mark) "
        )
      }
    case .table(let rows): WrappedTable(rows: rows, style: style, width: width).lines
    }
  }

  /// The lines of a text after a mark, with further lines indented to the text's first letter.
  private func wrapped(_ text: String, first: String = "") -> [String] {
    let margin = String(repeating: " ", count: first.count)
    return SpannedText(text).lines(width: width - first.count).enumerated()
      .map { index, line in
        (index == 0 ? first : margin) + line.map { style.paint($0.text, $0.tone) }.joined()
      }
  }
}
