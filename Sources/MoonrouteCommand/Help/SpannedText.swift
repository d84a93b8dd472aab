import ScriptReports
import TextTools

/// The text of a paragraph, its spans of code told apart.
struct SpannedText {
  /// A piece of text.
  struct Span {
    var text: String
    let isCode: Bool

    var tone: ReportStyle.Tone { isCode ? .target : .plain }
  }

  private var spans: [Span] = []

  /// Takes a text apart: spans of code, links (their text stays), and words in bold.
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

  /// The text without marks of links and of bold words.
  private static func plain(_ text: Substring) -> String {
    String(text).replacing("**", with: "")
      .replacing(/!?\[([^\]]*)\]\([^)]*\)/) { $0.output.1 }
  }

  /// The words, each with the spans that it is made of: a comma belongs to the code before it.
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

  /// The text in lines of at most a width, broken at spaces.
  ///
  /// A word that is longer than a line stands alone on its line.
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

  /// The columns that the text takes on one line.
  var width: Int { lines(width: .max)[0].reduce(0) { $0 + $1.text.columns } }

  /// The columns of the longest word.
  var longestWord: Int {
    lines(width: 1).map { $0.reduce(0) { $0 + $1.text.columns } }.max() ?? 0
  }
}
