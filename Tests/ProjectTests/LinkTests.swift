import Foundation
import Testing

/// Links in the documents have existing targets.
///
/// `.ci/docs --check` also follows links to Swift declarations, which requires a build.
struct LinkTests {
  private static let catalogs = Project.files(below: ["Sources"])
    .filter { $0.contains(".docc/") }

  /// The names of the articles of all modules.
  private static let articles = Set(
    catalogs.filter { $0.hasSuffix(".md") }
      .map { URL(filePath: $0).deletingPathExtension().lastPathComponent }
  )

  /// The text of a page without its code blocks.
  private static func prose(of path: String) throws -> String {
    try Project.text(path).split(separator: "```", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 0 }.map { String($0.element) }.joined()
  }

  @Test func `every link between articles has a target`() throws {
    #expect(Self.articles.count > 40)
    for path in Self.catalogs where path.hasSuffix(".md") {
      for link in try Self.prose(of: path).matches(of: /<doc:([A-Za-z0-9-]+)[#>]/) {
        #expect(Self.articles.contains(String(link.1)), "\(path): \(link.1)")
      }
    }
  }

  @Test func `every picture in an article exists, for light and for dark`() throws {
    let files = Set(Self.catalogs.map { URL(filePath: $0).lastPathComponent })
    var count = 0
    for path in Self.catalogs where path.hasSuffix(".md") {
      for picture in try Self.prose(of: path).matches(of: /!\[[^\]]*\]\(([a-z-]+)\)/) {
        count += 1
        // Drawn by the site builder, or captured in a browser.
        let isThere = ["svg", "png"]
          .contains { kind in
            files.isSuperset(of: ["\(picture.1).\(kind)", "\(picture.1)~dark.\(kind)"])
          }
        #expect(isThere, "\(path): \(picture.1)")
      }
    }
    #expect(count >= 10)
  }

  @Test(arguments: ["README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"])
  func `every path that a document links to exists`(document: String) throws {
    let links = try Self.prose(of: document)
      .matches(of: /(?:\]\(|src="|srcset=")([^)"#]+)/).map { String($0.1) }
      .filter { !$0.contains("://") }
    if document == "README.md" { #expect(links.count > 15) }
    for link in links {
      let url = Project.root.appending(path: link)
      #expect(FileManager.default.fileExists(atPath: url.path), "\(document): \(link)")
    }
  }
}
