import Foundation
import Testing

@testable import SiteBuilder

struct FrontPageTests {
  /// An index in DocC's format, shortened.
  private static let index = """
    { "interfaceLanguages": { "swift": [
      { "title": "Moonroute", "type": "module", "path": "/documentation", "children": [
        { "title": "Moonroute", "type": "module", "path": "/documentation/moonroute", "children": [
          { "title": "Begin", "type": "groupMarker" },
          { "title": "Routes & <names>", "type": "article", "path": "/documentation/moonroute/a" },
          { "title": "First types", "type": "groupMarker" },
          { "title": "LinkRouter", "type": "class", "path": "/documentation/moonroute/linkrouter" },
          { "title": "Articles", "type": "groupMarker" },
          { "title": "0001: Why", "type": "article", "path": "/documentation/moonroute/0001" }
        ] },
        { "title": "ScriptHost", "type": "module", "path": "/documentation/scripthost" }
      ] }
    ] } }
    """

  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private func text(of path: String) throws -> String {
    try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
  }

  @Test func `a chapter has its articles, and decision records are separate`() throws {
    let page = try FrontPage(index: Data(Self.index.utf8))
    let first = FrontPage.Link(title: "Routes & <names>", path: "/documentation/moonroute/a")
    #expect(page.chapters == [FrontPage.Chapter(title: "Begin", links: [first])])
    #expect(page.records.map(\.title) == ["0001: Why"])
    #expect(page.modules.map(\.title) == ["Moonroute", "ScriptHost"])
  }

  @Test func `every mark of the template is filled, and texts are escaped`() throws {
    let page = try FrontPage(index: Data(Self.index.utf8))
      .html(
        template: text(of: "Sources/SiteBuilder/Site/front.html"),
        script: "a = 1 < 2\nb",
        base: "/site/"
      )
    #expect(!page.contains("{{"))
    #expect(page.contains("<a href=\"/site/documentation/moonroute/a\">Routes &amp; &lt;names&gt;"))
    #expect(page.contains("<span class=\"code-line\">a = 1 &lt; 2</span>\n"))
  }

  @Test func `every guide and picture that the template names exists`() throws {
    let catalog = "Sources/Moonroute/Documentation.docc"
    let files = try FileManager.default
      .subpathsOfDirectory(atPath: Self.root.appending(path: catalog).path)
    let template = try text(of: "Sources/SiteBuilder/Site/front.html")
    let guides = template.matches(of: /documentation\/moonroute\/([a-z]+)"/).map { $0.1 + ".md" }
    #expect(guides.count >= 9)
    for guide in guides {
      #expect(files.contains { $0.lowercased().hasSuffix("/\(guide)") }, "\(guide)")
    }
    let pictures = template.matches(of: /images\/moonroute\.Moonroute\/([a-z~.]+)"/).map(\.1)
    #expect(pictures.count == 2)
    for picture in pictures { #expect(files.contains("Resources/\(picture)")) }
  }
}
