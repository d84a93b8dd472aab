import TextTools

package struct Page: Sendable {
  /// A heading and the text below it, up to the next heading of the same or a higher level.
  package struct Section: Sendable {
    /// The heading without Markdown syntax.
    package let title: String
    /// The names for `moonroute help`, in their original spelling.
    package let keys: [String]
    /// The text in Markdown, including the heading.
    package let text: String
  }

  /// The name for `moonroute help`, such as `router` or `patterns`.
  package let name: String
  /// The name of its file in the documentation, such as `LuaRouter.md`.
  package var fileName: String { "Lua\(name.prefix(1).uppercased())\(name.dropFirst()).md" }
  package let title: String
  /// The first one or two sentences.
  package let summary: String
  package let text: String
  /// The sections in order, including nested sections.
  package let sections: [Section]

  /// Parses a heading of level 1, a summary and sections.
  package init(name: String, text: String) {
    self.name = name
    self.text = text
    let blocks = MarkdownBlocks(text).blocks
    var title = name
    if case .heading(level: 1, let heading) = blocks.first { title = heading.withoutCodeMarks }
    self.title = title
    var summary = ""
    if blocks.count > 1, case .paragraph(let words) = blocks[1] { summary = words }
    self.summary = summary
    sections = Self.sections(of: text)
  }

  private static func sections(of text: String) -> [Section] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let headings = headings(of: lines)
    return headings.enumerated().filter { $0.element.level > 1 }
      .map { index, heading in
        let next = headings[(index + 1)...].first { $0.level <= heading.level }
        let body = lines[heading.line..<(next?.line ?? lines.count)]
        return Section(
          title: heading.text.withoutCodeMarks,
          keys: keys(of: heading.text),
          text: body.joined(separator: "\n").trimmed
        )
      }
  }

  private static func headings(
    of lines: [Substring]
  ) -> [(line: Int, level: Int, text: String)] {
    var isCode = false
    var found: [(line: Int, level: Int, text: String)] = []
    for (index, line) in lines.enumerated() {
      if line.hasPrefix("```") { isCode.toggle() }
      let level = line.prefix { $0 == "#" }.count
      guard !isCode, level > 0, line.dropFirst(level).first == " " else { continue }
      found.append((index, level, line.dropFirst(level).trimmed))
    }
    return found
  }

  /// The whole heading, and each code span in it: `router.guard` of "`router.guard`(…)".
  private static func keys(of heading: String) -> [String] {
    let spans = heading.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map { String($0.element) }
    return [heading.withoutCodeMarks] + spans
  }
}

extension Page.Section {
  init(field: LuaDefinition.Member, of owner: String) {
    title = "\(owner).\(field.name.filter { $0 != "\"" })"
    keys = [title]
    let isOptional = field.isOptional ? " Optional." : ""
    let type = field.type.isEmpty ? "`\(field.name)`:" : "`\(field.type)`.\(isOptional)"
    let role = field.type.isEmpty ? "value" : "field"
    text = """
      ### `\(title)`

      \(type) \(field.words)

      A \(role) of `\(owner)`: `moonroute help \(owner)`.
      """
  }
}

extension String {
  var withoutCodeMarks: String { filter { $0 != "`" } }
}
