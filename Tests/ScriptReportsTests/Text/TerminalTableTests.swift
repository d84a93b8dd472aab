import ScriptReports
import Testing

struct TerminalTableTests {
  private func lines(_ rows: [[String]], isColoured: Bool = false) -> [String] {
    let style = ReportStyle(isColoured: isColoured, width: 80)
    let table = TerminalTable(fitting: rows, indent: 1, style)
    return rows.map { row in table.line(row.map { [(text: $0, tone: .strong)] }) }
  }

  @Test func `columns are as wide as their widest cell on the terminal`() {
    #expect(
      lines([["a", "b", "c"], ["龙井", "", "c"], ["🇨🇳", "각"]]) == [
        " a     b   c", " 龙井      c", " 🇨🇳    각",
      ]
    )
  }

  @Test func `colours and control characters take no columns`() {
    #expect(
      lines([["a\u{1B}", "b"], ["c", ""]], isColoured: true) == [
        " \u{1B}[1ma\\u{1B}\u{1B}[0m  \u{1B}[1mb\u{1B}[0m", " \u{1B}[1mc\u{1B}[0m",
      ]
    )
  }

  @Test func `the width of the first columns includes the blanks between them`() {
    let table = TerminalTable(
      widths: [3, 4, 5],
      indent: 2,
      ReportStyle(isColoured: false, width: 80)
    )
    #expect([0, 1, 2, 3].map(table.width(ofFirst:)) == [2, 5, 11, 18])
  }
}
