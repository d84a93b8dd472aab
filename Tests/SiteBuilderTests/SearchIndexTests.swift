import Foundation
import Testing

@testable import SiteBuilder

struct SearchIndexTests {
  /// A page in DocC's format, shortened.
  private static let page = """
    {
      "metadata": { "title": "Patterns", "role": "article" },
      "abstract": [{ "type": "text", "text": "A path with " }, { "type": "codeVoice", "code": "holes" }],
      "primaryContentSections": [{ "kind": "content", "content": [
        { "type": "heading", "anchor": "Overview", "level": 2, "text": "Overview" },
        { "type": "paragraph", "inlineContent": [{ "type": "text", "text": "Opening words." }] },
        { "type": "heading", "anchor": "Types", "level": 2, "text": "Types" },
        { "type": "table", "header": "row", "rows": [
          [[{ "type": "paragraph", "inlineContent": [{ "type": "codeVoice", "code": "int" }] }],
           [{ "type": "paragraph", "inlineContent": [{ "type": "text", "text": "digits" }] }]]] },
        { "type": "codeListing", "syntax": "lua", "code": ["router.match(", ")"] }
      ] }]
    }
    """

  @Test func `a section extends from a heading to the next`() throws {
    let sections = try SearchIndex.sections(of: Data(Self.page.utf8), path: "/documentation/x")
    #expect(sections.map(\.path) == ["/documentation/x", "/documentation/x#Types"])
    #expect(sections.map(\.heading) == ["", "Types"])
    #expect(sections[0].text == "A path with holes Opening words.")
    #expect(sections[1].text == "int digits router.match( )")
    #expect(sections.allSatisfy { $0.kind == 0 && $0.page == "Patterns" })
  }

  @Test func `a Swift declaration counts as reference`() throws {
    let page = #"{ "metadata": { "title": "open(_:)", "symbolKind": "method" }, "abstract": [] }"#
    let sections = try SearchIndex.sections(of: Data(page.utf8), path: "/documentation/y")
    #expect(sections.map(\.kind) == [1])
  }

  @Test func `a folder without pages is not a site`() throws {
    #expect(throws: SiteError.self) {
      try SearchIndex(site: URL.temporaryDirectory.appending(path: "no-such-site"))
    }
  }
}
