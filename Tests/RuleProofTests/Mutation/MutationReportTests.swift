import ScriptReports
import ScriptTesting
import Testing

@testable import RuleProof

/// Reports of mutations, with any contents of scripts and specs.
@Suite struct MutationReportTests {
  private static let hostile = "</pre><script>x</script>\u{1B}[2J\u{202E}\r\n::error ::forged"

  private static func report() -> MutationReport {
    let results = ChangeResult.Status.allCases.map { status in
      ChangeResult(
        folder: "/" + hostile,
        change: RuleChange(
          file: hostile,
          line: 1,
          column: 1,
          range: 0..<1,
          replacement: [],
          rule: status == .untried ? .type : .guard,
          kind: .negate,
          before: hostile,
          after: hostile,
          lines: 1...1,
          statement: 1
        ),
        status: status,
        spec: ChangeResult.Spec(file: hostile, line: 2, name: hostile)
      )
    }
    return MutationReport(results: results, unusedComments: [hostile], testCount: 3)
  }

  private static func acts(_ text: String) -> Bool {
    text.unicodeScalars.contains {
      $0 != "\n" && (0..<0x20).contains($0.value) || $0.value == 0x202E
    } || text.split(separator: "\n").contains { $0.drop { $0 == " " }.hasPrefix("::error") }
  }

  @Test func `no report of changes interprets the text of a script or spec`() {
    let report = Self.report()
    let text = MutationText(report, ReportStyle(isColoured: false, width: 80)).text
    #expect(text.contains("negate a condition"))
    #expect(!Self.acts(text), "\(text.debugDescription)")
    let json = MutationJSON(report).text
    #expect(json.split(separator: "\n").count == 8)
    #expect(!Self.acts(json), "\(json.debugDescription)")
  }

  @Test func `the page of changes contains no tag from a script`() {
    let page = MutationPage(Self.report()).text
    #expect(!page.contains("<script"))
    #expect(!Self.acts(page))
    #expect(page.contains("&lt;script&gt;"))
  }

  @Test func `scores count only decided changes`() {
    let report = Self.report()
    let guards = report.guards
    #expect(guards.noticed == 2)
    #expect(guards.unnoticed == 2)
    #expect(guards.timedOut == 1)
    #expect(guards.equivalent == 1)
    #expect(guards.unloaded == 1)
    #expect(guards.untried == 0)
    #expect(guards.percent == "50.0 %")
    #expect(report.others.untried == 1)
    #expect(report.others.percent == "-")
    #expect(
      MutationWords.score(guards)
        == "2 of 4 changes noticed (50.0 %), 1 of them timed out; 1 equivalent; 1 did not load"
    )
  }
}
