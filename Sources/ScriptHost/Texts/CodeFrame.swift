import Moonroute
import RoutePatterns
import TextTools

/// The lines of a script around a place, with the place highlighted.
///
/// ```
///   11 |   path = "/cart",
/// > 12 |   nam = "cart",
///      |   ^^^
///   13 | }
/// ```
package enum CodeFrame {
  /// The bytes of a line that are shown.
  private static let lineLimit = 160

  /// Draws the lines of a text around some bytes of a line.
  package static func text(of text: [UInt8], line: Int, column: Int, length: Int) -> String {
    let highlight = ScriptLines.Highlight(line: line, column: column, length: length)
    return Self.text(of: ScriptLines(text), at: highlight)
  }

  /// Draws the lines around a place; an empty text if the script has no such line.
  static func text(of lines: ScriptLines, at highlight: ScriptLines.Highlight) -> String {
    guard let highlighted = lines[highlight.line] else { return "" }
    let first = max(1, highlight.line - 2)
    let last = min(lines.count, highlight.line + 1)
    let width = String(last).count
    var drawing: [String] = []
    for number in first...last {
      let text = lines[number].map(readable) ?? ""
      if number == last, text.isEmpty, number != highlight.line { continue }
      let label = String(repeating: " ", count: width - String(number).count) + String(number)
      drawing.append("\(number == highlight.line ? ">" : " ") \(label) | \(text)")
      if number == highlight.line, let column = highlight.column, column <= lineLimit {
        let lead = readable(highlighted.prefix(column - 1)).count
        let carets = String(repeating: "^", count: max(1, highlight.length))
        let margin = String(repeating: " ", count: width + 3)
        drawing.append(margin + "| " + String(repeating: " ", count: lead) + carets)
      }
    }
    return drawing.map(\.trimmedAtEnd).joined(separator: "\n")
  }

  /// A line in printable form: shortened if too long, with tabs as spaces.
  private static func readable(_ line: ArraySlice<UInt8>) -> String {
    var line = line.prefix(lineLimit)
    if line.last == 0x0D { line = line.dropLast() }
    return String(decoding: line.map { $0 == 0x09 ? 0x20 : $0 }, as: UTF8.self)
      .printed(as: .code)
  }
}

extension ScriptProblem {
  /// The lines of a script around the problem, with a number of bytes marked.
  package func frame(in text: [UInt8], marking length: Int) -> String {
    guard let site else { return "" }
    let highlight = ScriptLines.Highlight(line: site.line, column: column, length: length)
    return CodeFrame.text(of: ScriptLines(text), at: highlight)
  }
}
