import Foundation
import Testing

/// The pages with promises name the constant and the test for each.
@Suite struct PromiseTests {
  private static let guides = "Sources/Moonroute/Documentation.docc/Guides"

  /// The rows of the tables of a page, each as the texts in backquotes.
  private static func rows(of page: String) throws -> [[String]] {
    try Project.text("\(guides)/\(page)").split(separator: "\n").filter { $0.hasPrefix("| ") }
      .map { line in line.matches(of: /`([^`]+)`/).map { String($0.1) } }
      .filter { !$0.isEmpty }
  }

  private static let tests: Set<String> = {
    let files = Project.files(below: ["Tests"], extensions: ["swift"])
    let texts = files.compactMap { try? Project.text($0) }
    return Set(texts.flatMap { $0.matches(of: /func `([^`]+)`\(/).map { String($0.1) } })
  }()

  @Test(arguments: [("Bounds.md", 40), ("ThreatModel.md", 40)])
  func `every test that a page names exists`(page: String, count: Int) throws {
    let rows = try Self.rows(of: page).filter { $0.last?.contains(" ") == true }
    #expect(rows.count >= count, "\(rows.count)")
    for row in rows {
      let test = row.last ?? ""
      #expect(Self.tests.contains(test), "\(page): no test is named '\(test)'")
    }
  }

  @Test func `every bound matches the code`() throws {
    let bounds = try Self.rows(of: "Bounds.md")
      .filter { $0.first?.hasPrefix("Sources/") == true || $0.first?.hasPrefix("CLua/") == true }
    #expect(bounds.count >= 35, "\(bounds.count)")
    for bound in bounds {
      let (path, constant) = (bound[0], bound[1])
      let text = try Project.text(path)
      // The complete number: 10 does not match 10_000.
      let isThere = text.ranges(of: constant)
        .contains { range in
          text[range.upperBound...].first.map { !$0.isNumber && $0 != "_" } ?? true
        }
      #expect(isThere, "\(path) does not say '\(constant)'")
    }
  }

  @Test func `every file that prints has a row`() throws {
    let marks = [
      /[Cc]onsole\.(?:print|say|log|report|tell|answer|write)\(/, /func drawn\(|u\{1B\}\[A/,
      /: SpecReporter[ ,]/,
      /^struct Coverage(?:Page|Text|Trace)/, /^package struct Mutation(?:Page|Text|JSON)/,
      /^package struct Wander(?:Text|Spec|Page)/,
      /TestSink\(|final class TestSink/,
      /[wW]riter\??\.(?:write|append)\([^\n]*, to: (?:path|file|")/,
      /FileWriter(?:\.named|\(below: \[\w+\], limit: [\w.]+\))\s*\.write\(/, /OutputFile\(/,
      /^final class Console/,
    ]
    .map { $0.anchorsMatchLineEndings() }
    let printers = Project.files(below: ["Sources"], extensions: ["swift"])
      .filter { path in
        guard !path.hasPrefix("Sources/RouterBenchmarks/"), let text = try? Project.text(path)
        else { return false }
        return marks.contains { text.firstMatch(of: $0) != nil }
      }
    let rows = try Set(
      Self.rows(of: "ThreatModel.md").compactMap(\.first).filter { $0.hasPrefix("Sources/") }
    )
    #expect(rows.count > 20)
    #expect(Set(printers).subtracting(rows).isEmpty, "without a row in ThreatModel.md")
    #expect(rows.subtracting(printers).isEmpty, "that no longer print")
  }

  @Test func `the way to report a vulnerability contains no address`() throws {
    let text = try Project.text("SECURITY.md")
    #expect(text.contains("private reporting"))
    #expect(!text.contains("@") && !text.contains("http"))
    for page in text.matches(of: /\]\(([^)]+)\)/) {
      let url = Project.root.appending(path: String(page.1))
      #expect(FileManager.default.fileExists(atPath: url.path), "\(page.1)")
    }
  }
}
