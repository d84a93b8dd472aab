/// Pages with a common purpose, such as "Begin".
package struct Chapter: Sendable {
  package let title: String
  package let pages: [Page]

  /// Reads the lists of pages in a text, each below its heading: `- <doc:FirstRoutes>`.
  ///
  /// Other list items, such as Swift types, are not pages of the book.
  static func all(in contents: String, of pages: [Page]) -> [Chapter] {
    var chapters: [Chapter] = []
    var title = ""
    for block in MarkdownBlocks(contents).blocks {
      if case .heading(_, let text) = block { title = text }
      guard case .list(let points) = block else { continue }
      let listed = points.compactMap { point in pages.first { $0.reference == point.text } }
      if !listed.isEmpty { chapters.append(Chapter(title: title, pages: listed)) }
    }
    return chapters
  }
}

extension Page {
  /// The page in DocC's syntax, such as `<doc:LuaRouter>`.
  fileprivate var reference: String { "<doc:\(fileName.dropLast(".md".count))>" }
}
