import LineEditing
import ScriptReports
import Testing
import TextTools

/// The history, and its file format.
struct LineHistoryTests {
  @Test(arguments: ["", "a", "a\nb", "a\\nb", "\\", "\\\\n\n", "é\u{301}"])
  func `a line survives a round trip through a file`(line: String) {
    let encoded = LineHistory.encoded(line)
    #expect(!encoded.contains("\n"))
    #expect(LineHistory.decoded(encoded) == line)
  }

  @Test func `the oldest lines are dropped`() {
    let history = LineHistory((0..<1_010).map(String.init))
    #expect(history.lines.count == LineHistory.limit)
    #expect(history.lines.first == "10")
  }

  @Test(arguments: [
    ("a", 1), ("漢", 2), ("e\u{301}", 1), ("🙂", 2), ("🇩🇪", 2), ("한", 2), ("\u{1112}\u{1161}", 2),
    ("\u{1F44B}\u{1F3FD}", 4), ("a\u{200D}b", 2), ("⌚", 2), ("〈", 2), ("㉈", 1), ("Ａ", 2),
  ])
  func `the prompt and reports use the same column widths`(text: String, width: Int) {
    #expect(text.columns == width)
    #expect(ShownText.columns(of: text) == width)
    #expect("\(text).".padded(to: 9) == text + "." + String(repeating: " ", count: 8 - width))
  }

  @Test func `the prompt shows a tab as two blanks`() {
    #expect(ShownText.columns(of: "\t") == 2)
  }
}
