import ScriptReports

/// The text of a paragraph, its spans of code told apart.
struct SpannedText {
  /// A piece of text.
  struct Span {
    var text: String
    let isCode: Bool

    /// The text in colour; a span of code keeps its marks where there is none.
    func painted(_ style: ReportStyle) -> String {
      guard isCode else { return style.paint(text, .plain) }
      return style.isColoured ? style.paint(text, .target) : style.paint(text, .plain)
    }
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

  /// The text in lines of at most a width, broken at spaces.
  ///
  /// A word that is longer than a line stands alone on its line.
  func lines(width: Int) -> [[Span]] {
    var lines: [[Span]] = [[]]
    var column = 0
    var isSpaceDue = false
    for span in spans {
      let words = span.text.split(separator: " ", omittingEmptySubsequences: false)
      for (index, word) in words.enumerated() {
        if index > 0 { isSpaceDue = true }
        guard !word.isEmpty else { continue }
        let needed = word.count + (isSpaceDue ? 1 : 0)
        if isSpaceDue, column > 0, column + needed > width {
          lines.append([])
          column = 0
          isSpaceDue = false
        }
        let text = (isSpaceDue && column > 0 ? " " : "") + word
        if let last = lines[lines.count - 1].indices.last,
          lines[lines.count - 1][last].isCode == span.isCode
        {
          lines[lines.count - 1][last].text += text
        } else {
          lines[lines.count - 1].append(Span(text: text, isCode: span.isCode))
        }
        column += text.count
        isSpaceDue = false
      }
    }
    return lines
  }

  /// The columns that the text takes on one line.
  var width: Int { lines(width: .max)[0].reduce(0) { $0 + $1.text.count } }

  /// The columns of the longest word.
  var longestWord: Int {
    lines(width: 1).map { $0.reduce(0) { $0 + $1.text.count } }.max() ?? 0
  }
}
