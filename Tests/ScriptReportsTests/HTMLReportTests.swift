import EmbeddedFiles
import Testing

@testable import ScriptReports

/// The links between HTML reports.
@Suite struct HTMLReportTests {
  private static func page(_ report: HTMLReport) -> [UInt8] {
    let text = HTMLReportStyle.head(of: report, titled: "T", "") + "<main>é</main>\n</body>\n"
    return Array(text.utf8)
  }

  @Test(arguments: HTMLReport.allCases)
  func `a page has its kind, and its links replace each other`(report: HTMLReport) {
    let page = Self.page(report)
    #expect(HTMLReport(ofPage: page) == report)
    let linked = report.linking(page, to: [.access, .wander])
    let text = String(decoding: linked, as: UTF8.self)
    #expect(text.contains(#"<a href="access.html">Access</a> <a href="wander.html">"#))
    #expect(HTMLReport(ofPage: linked) == report)
    #expect(report.linking(linked, to: [.access, .wander]) == linked)
    #expect(report.linking(linked, to: []) == page)
  }

  @Test func `a report has the colours of the inspector's page`() {
    #expect(EmbeddedFiles.tokens.contains("--good: light-dark("))
    #expect(String(decoding: Self.page(.access), as: UTF8.self).contains(EmbeddedFiles.tokens))
  }

  @Test(arguments: [
    "", "<!doctype html>\n<html lang=\"en\">\n<head>\n<body>\n</body>",
    "<body>\n<nav class=\"reports\" aria-label=\"Reports\" data-report=\"access\"></nav>",
    String(repeating: " ", count: 100_000),
  ])
  func `another file is no report, and stays as it is`(text: String) {
    let bytes = Array(text.utf8)
    #expect(HTMLReport(ofPage: bytes) == nil)
    #expect(HTMLReport.specs.linking(bytes, to: [.access]) == bytes)
  }
}
