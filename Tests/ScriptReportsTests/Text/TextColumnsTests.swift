import ScriptReports
import Testing

struct TextColumnsTests {
  @Test(arguments: [
    ("one line", "one line"), ("a\nb", "a b"), ("a \n\t b", "a b"), ("a\n\n\nb\n", "a b"),
    ("a  b", "a  b"), ("\n", ""),
  ])
  func `lines are joined with a blank between them`(text: String, line: String) {
    #expect(text.onOneLine == line)
  }

  @Test(arguments: [
    ("abc", 3, "abc"), ("abcd", 3, "abc… (4 bytes)"), ("éé", 4, "éé"), ("ééé", 1, "é… (6 bytes)"),
  ])
  func `a text that is too long includes its length`(text: String, limit: Int, shown: String) {
    #expect(text.shortened(to: limit) == shown)
  }
}
