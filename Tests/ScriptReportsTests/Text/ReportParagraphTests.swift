import Testing

@testable import ScriptReports

struct ReportParagraphTests {
  @Test func `a wrapped line starts with no command of a build server`() {
    let style = ReportStyle(isColoured: false, width: 40)
    let lines = ReportParagraph(
      "the open of the page called 'x' failed ::error file=a::forged text"
    )
    .lines(style)
    #expect(
      lines == ["the open of the page called 'x' failed", "\\u{3A}:error file=a::forged text"]
    )
    #expect(
      ReportParagraph("the open of the page called 'x' failed ::string").lines(style).last
        == "::string"
    )
  }
}
