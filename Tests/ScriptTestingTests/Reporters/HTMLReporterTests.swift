import Foundation
import ScriptTesting
import TestSupport
import Testing

#if canImport(FoundationXML)
import FoundationXML
#endif

@Suite struct HTMLReporterTests {
  private func page(_ files: [String: String]) async throws -> String {
    let folder = try TextFolder(files)
    let texts = Texts()
    let printer = SpecPrinter(SpecFormat.html.makeReporter()) { texts.add($0) }
    printer.begin(SpecRunInfo())
    let paths = files.keys.sorted().map { folder($0) }
    printer.end(await SpecRunner().run(paths) { printer.report($0) })
    return texts.all.replacing(folder.path + "/", with: "")
  }

  private static let files = [
    "a_spec.lua": "it('holds', function() end) pending('waits')",
    "b_spec.lua": """
    it('fails <i>', function() assert.are.same({ a = '<b>' }, { a = '&' }) end)
    it('said', function() print('<script>') end)
    """,
  ]

  @Test func `the page is self-contained, failures first`() async throws {
    let text = try await page(Self.files)
    #expect(text.contains("<h1>1 of 4 went wrong</h1>"))
    let order = ["What went wrong", "fails &lt;i&gt;", "<h2>Files", "b_spec.lua", "a_spec.lua"]
    var rest = text[...]
    for part in order {
      let range = try #require(rest.firstRange(of: part), "\(part)")
      rest = rest[range.upperBound...]
    }
    #expect(text.contains("<span class=\"expected\">-   a = &quot;&lt;b&gt;&quot;,\n</span>"))
    #expect(text.contains("<span class=\"actual\">+   a = &quot;&amp;&quot;,\n</span>"))
    #expect(text.contains("<pre>&lt;script&gt;</pre>"))
  }

  @Test func `the page loads nothing and runs nothing`() async throws {
    let text = try await page(Self.files)
    for part in ["<script", "<link", "<img", "src=", "url(", "@import", "http://", "https://"] {
      #expect(!text.contains(part), "\(part)")
    }
    #expect(text.contains("default-src 'none'; style-src 'unsafe-inline'"))
  }

  @Test func `a status can be selected, and each has its number`() async throws {
    let text = try await page(Self.files)
    for (id, count) in [("all", 4), ("wrong", 1), ("pending", 1), ("success", 2)] {
      #expect(text.contains("id=\"show-\(id)\""))
      #expect(text.contains("<label for=\"show-\(id)\" class=\"\(id)\">"))
      let label = text.components(separatedBy: "<label for=\"show-\(id)\"")[1]
      #expect(label.prefix(60).contains("<b>\(count)</b>"), "\(label.prefix(60))")
      #expect(text.contains("#show-\(id):checked ~ main"))
    }
  }

  @Test func `every element is closed`() async throws {
    let text = try await page(Self.files)
    let body = try #require(text.components(separatedBy: "<main>").last)
    // `open` is the only attribute without a value.
    let closed = ("<main>" + body.replacing("</body>\n</html>", with: ""))
      .replacing("<details open", with: "<details").replacing("\" open>", with: "\">")
    let reader = XMLParser(data: Data(closed.utf8))
    #expect(reader.parse(), "\(reader.parserError.map { "\($0)" } ?? "")")
  }

  @Test func `an empty run has a page`() async throws {
    #expect(try await page([:]).contains("<h1>No test ran</h1>"))
    #expect(try await page(["a_spec.lua": "it('a', function() end)"]).contains("<h1>All is well"))
  }
}
