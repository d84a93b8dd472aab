import ScriptReports
import TextTools

/// The text of a paragraph, split into plain text and code.
struct SpannedText {
  struct Span {
    var text: String
    let isCode: Bool

    var tone: ReportStyle.Tone { isCode ? .target : .plain }
  }

  private var spans: [Span] = []

  /// Parses code spans, links (only their text remains) and bold words.
  init(_ markdown: String) {
    for (index, part) in markdown.split(separator: "`", omittingEmptySubsequences: false)
      .enumerated() where !part.isEmpty
    {
      if index % 2 == 1 {
        spans.append(Span(text: String(part), isCode: true))
      } else {
        spans.append(Span(text: Self.plain(part), isCode: false))
      }
    }
  }

  /// The text without the marks of links and bold words.
  private static func plain(_ text: Substring) -> String {
    // The regular expression is compiled at each use.
    guard text.utf8.contains(where: { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "[") }) else {
      return String(text)
    }
    return String(text).replacing("**", with: "")
      .replacing(/!?\[([^\]]*)\]\([^)]*\)/) { $0.output.1 }
  }

  /// The words with their spans; a comma after code belongs to the same word.
  private var words: [[Span]] {
    var words: [[Span]] = []
    var isGlued = false
    for span in spans {
      for (index, piece) in span.text.split(separator: " ", omittingEmptySubsequences: false)
        .enumerated()
      {
        if index > 0 { isGlued = false }
        guard !piece.isEmpty else { continue }
        let part = Span(text: String(piece), isCode: span.isCode)
        if isGlued { words[words.count - 1].append(part) } else { words.append([part]) }
        isGlued = true
      }
    }
    return words
  }

  /// The text in lines up to a width, broken at spaces; a longer word has its own line.
  func lines(width: Int) -> [[Span]] {
    var lines: [[Span]] = [[]]
    var column = 0
    for word in words {
      let needed = word.reduce(0) { $0 + $1.text.columns }
      if column > 0, column + 1 + needed > width {
        lines.append([])
        column = 0
      }
      for (index, part) in word.enumerated() {
        let text = (index == 0 && column > 0 ? " " : "") + part.text
        let line = lines.count - 1
        if let last = lines[line].indices.last, lines[line][last].isCode == part.isCode {
          lines[line][last].text += text
        } else {
          lines[line].append(Span(text: text, isCode: part.isCode))
        }
        column += text.columns
      }
    }
    return lines
  }

  var width: Int { lines(width: .max)[0].reduce(0) { $0 + $1.text.columns } }

  var longestWord: Int {
    lines(width: 1).map { $0.reduce(0) { $0 + $1.text.columns } }.max() ?? 0
  }
}
