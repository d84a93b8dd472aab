import Foundation

/// The text of a site's sections, for its search.
///
/// DocC writes each page as JSON below `data`; a section extends from one heading to the next.
struct SearchIndex {
  /// A page, or a part of one below a heading.
  struct Section: Codable, Equatable {
    /// The path of the page with the heading's anchor.
    let path: String
    let page: String
    /// The heading, empty for the beginning of a page.
    let heading: String
    var text: String
    /// 0 for articles, 1 for Swift reference pages.
    let kind: Int
  }

  let sections: [Section]

  /// The maximum length of a section; the important words are at its beginning.
  private static let longestText = 2_400

  init(site: URL) throws {
    let data = site.appending(path: "data")
    let walk = FileManager.default.enumerator(at: data, includingPropertiesForKeys: nil)
    var files: [String] = []
    while let file = walk?.nextObject() as? URL {
      if file.pathExtension == "json" { files.append(file.path) }
    }
    guard !files.isEmpty else { throw SiteError.file(data.path) }
    sections = try files.sorted()
      .flatMap { file in
        let path = file.dropFirst(data.path.count).dropLast(".json".count)
        return try Self.sections(of: Data(contentsOf: URL(filePath: file)), path: String(path))
      }
  }

  var json: String {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return String(decoding: try encoder.encode(sections), as: UTF8.self)
    }
  }

  static func sections(of page: Data, path: String) throws -> [Section] {
    let page = try JSONSerialization.jsonObject(with: page) as? [String: Any] ?? [:]
    let metadata = page["metadata"] as? [String: Any] ?? [:]
    guard let title = metadata["title"] as? String else { return [] }
    let isSymbol = metadata["symbolKind"] != nil && metadata["symbolKind"] as? String != "module"
    let kind = isSymbol ? 1 : 0
    let opening = words(of: page["abstract"] ?? [])
    var sections = [Section(path: path, page: title, heading: "", text: opening, kind: kind)]
    let content = (page["primaryContentSections"] as? [[String: Any]] ?? [])
      .filter { $0["kind"] as? String == "content" }
      .flatMap { $0["content"] as? [[String: Any]] ?? [] }
    for block in content {
      if block["type"] as? String == "heading", let anchor = block["anchor"] as? String {
        let heading = (block["text"] as? String ?? "").replacing("`", with: "")
        guard heading != "Overview" else { continue }
        sections.append(
          Section(path: "\(path)#\(anchor)", page: title, heading: heading, text: "", kind: kind)
        )
      } else if sections[sections.count - 1].text.count < longestText {
        sections[sections.count - 1].text += " " + words(of: block)
      }
    }
    return sections.map { section in
      var section = section
      section.text = String(section.text.squeezed.prefix(longestText))
      return section
    }
  }

  /// All text and code of a block, in order.
  private static func words(of value: Any) -> String {
    if let list = value as? [Any] { return list.map(words).joined(separator: "") }
    guard let block = value as? [String: Any] else { return "" }
    if let text = block["text"] as? String { return text }
    if let code = block["code"] as? String { return code }
    if let lines = block["code"] as? [String] { return " " + lines.joined(separator: " ") }
    let inside = ["inlineContent", "content", "items", "rows"].compactMap { block[$0] }
    return inside.map(wordsApart).joined(separator: " ") + " "
  }

  /// The text of cells and items, with spaces between them.
  private static func wordsApart(_ value: Any) -> String {
    guard let list = value as? [Any] else { return words(of: value) }
    let isInline = list.contains { ($0 as? [String: Any])?["type"] as? String == "text" }
    return list.map { $0 is [Any] ? wordsApart($0) : words(of: $0) }
      .joined(separator: isInline ? "" : " ")
  }
}

extension String {
  /// The text with runs of white space replaced by one space.
  fileprivate var squeezed: String {
    split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
