import LineEditing
import Testing

/// The lines before, and how they stand in a file.
struct LineHistoryTests {
  @Test(arguments: ["", "a", "a\nb", "a\\nb", "\\", "\\\\n\n", "é\u{301}"])
  func `a line comes back out of a file as it was`(line: String) {
    let encoded = LineHistory.encoded(line)
    #expect(!encoded.contains("\n"))
    #expect(LineHistory.decoded(encoded) == line)
  }

  @Test func `the oldest lines go`() {
    let history = LineHistory((0..<1_010).map(String.init))
    #expect(history.lines.count == LineHistory.limit)
    #expect(history.lines.first == "10")
  }

  @Test(arguments: [("a", 1), ("漢", 2), ("e\u{301}", 1), ("🙂", 2), ("🇩🇪", 2), ("한", 2), ("\t", 2)])
  func `a character takes as many columns as terminals give it`(text: String, width: Int) {
    #expect(CellWidth.columns(of: text) == width)
  }
}
