import Testing
import TextTools

@Suite struct TrimmingTests {
  @Test(arguments: [
    ("", ""), (" \n\t", ""), ("a", "a"), (" a b\n", "a b"), ("\u{A0}龙井\u{3000}", "龙井"),
    ("a\u{2028}", "a"),
  ])
  func `a text loses white space of any alphabet at both ends`(text: String, trimmed: String) {
    #expect(text.trimmed.utf8.elementsEqual(trimmed.utf8))
    #expect("x\(text)".dropFirst().trimmed.utf8.elementsEqual(trimmed.utf8))
  }

  @Test func `bytes lose only blanks and tabs`() {
    #expect(Array("\t a b\r \t".utf8).trimmed.elementsEqual("a b\r".utf8))
    #expect(Array(" \t".utf8).trimmed.isEmpty)
  }

  @Test func `blanks at the end are removed, and nothing before them`() {
    #expect(["", "  ", " a b  ", "a\n "].map(\.trimmedAtEnd) == ["", "", " a b", "a\n"])
  }
}
