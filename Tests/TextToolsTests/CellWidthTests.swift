import Testing

@testable import TextTools

@Suite struct CellWidthTests {
  @Test(arguments: [
    ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("学校", 4), ("🙂", 2), ("a\u{200B}b", 2),
    ("🇩🇪", 2), ("\u{1112}\u{1161}\u{11AB}", 2),
  ])
  func `wide letters take two columns, marks none`(text: String, columns: Int) {
    #expect(text.columns == columns)
    #expect(text.reduce(0) { $0 + $1.columns } == columns)
  }
}
