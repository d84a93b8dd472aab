import Foundation

/// The first page of the site: three ways in, ten lines of Lua, and the guides by chapter.
struct FrontPage {
  struct Link: Equatable {
    let title: String
    let path: String
  }

  struct Chapter: Equatable {
    let title: String
    var links: [Link] = []
  }

  /// DocC's heading for articles that no list of topics contains: the decision records.
  private static let unlisted = "Articles"

  let chapters: [Chapter]
  let records: [Link]
  let modules: [Link]

  /// Reads DocC's index of the site; the first module has the guides.
  init(index: Data) throws {
    let languages = try JSONDecoder().decode(Index.self, from: index).interfaceLanguages
    let nodes = languages["swift"]?.first?.children ?? []
    var all: [Chapter] = []
    for node in nodes.first?.children ?? [] {
      if node.type == "groupMarker" {
        all.append(Chapter(title: node.title))
      } else if node.type == "article", !all.isEmpty {
        all[all.count - 1].links.append(node.link)
      }
    }
    chapters = all.filter { $0.title != Self.unlisted && !$0.links.isEmpty }
    records = all.first { $0.title == Self.unlisted }?.links ?? []
    modules = nodes.map(\.link)
  }

  /// Fills the marks of a template, such as `{{lines}}`.
  ///
  /// - Parameters:
  ///   - template: The page with marks.
  ///   - script: The script to show.
  ///   - base: The path of the site on its host, with a slash at its end.
  /// - Returns: The page.
  func html(template: String, script: String, base: String) -> String {
    let parts = [
      ("lines", Self.lines(of: script)),
      ("chapters", chapters.map { Self.section($0, base) }.joined(separator: "\n")),
      ("records", Self.items(records, base)),
      ("modules", Self.items(modules, base)),
      ("base", base),
    ]
    return parts.reduce(template) { page, part in page.replacing("{{\(part.0)}}", with: part.1) }
  }

  private static func section(_ chapter: Chapter, _ base: String) -> String {
    let title = chapter.title.escapedForXML
    return "<section class=\"chapter\"><h3>\(title)</h3>"
      + "<ul>\(items(chapter.links, base))</ul></section>"
  }

  private static func items(_ links: [Link], _ base: String) -> String {
    links
      .map { link in
        let address = "\(base.dropLast())\(link.path)".escapedForXML
        return "<li><a href=\"\(address)\">\(link.title.escapedForXML)</a></li>"
      }
      .joined(separator: "\n")
  }

  /// The lines of a script, marked like the lines of DocC, so that `paint.js` colours both.
  private static func lines(of script: String) -> String {
    script.split(separator: "\n", omittingEmptySubsequences: false)
      .map { "<span class=\"code-line\">\(String($0).escapedForXML)</span>" }
      .joined(separator: "\n")
  }
}

extension FrontPage {
  fileprivate struct Index: Decodable {
    let interfaceLanguages: [String: [Node]]
  }

  fileprivate struct Node: Decodable {
    let title: String
    let type: String
    let path: String?
    let children: [Node]?

    var link: Link { Link(title: title, path: path ?? "") }
  }
}
