import ScriptReports
import Testing

struct WrappingTests {
  @Test(arguments: [
    ("one two three", 9, ["one two", "  three"]), ("one two", 7, ["one two"]),
    ("  one two three", 9, ["  one two", "    three"]), ("unbreakable", 4, ["unbreakable"]),
    ("a unbreakable b", 6, ["a", "  unbreakable", "  b"]), ("a  b", 4, ["a  b"]),
    ("\u{1B}[31merror\u{1B}[0m: no", 9, ["\u{1B}[31merror\u{1B}[0m: no"]),
    ("\u{1B}[31merror\u{1B}[0m: not", 9, ["\u{1B}[31merror\u{1B}[0m:", "  not"]), ("", 1, [""]),
  ])
  func `a text is broken between words at the width of the terminal`(
    _ text: String,
    _ columns: Int,
    _ lines: [String]
  ) {
    #expect(text.wrapped(to: columns) == lines)
    #expect(text.wrapped(to: nil) == [text])
  }
}
