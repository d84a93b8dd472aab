import TextTools

package struct Page: Sendable {
  /// A heading and the text below it, up to the next heading of the same or a higher level.
  package struct Section: Sendable {
    /// The heading without Markdown syntax.
    package let title: String
    /// The names for `moonroute help`, in their original spelling.
    package let keys: [String]
    let body: Substring
    /// The text in Markdown, including the heading.
    package var text: String { body.trimmed }
  }

  /// The name for `moonroute help`, such as `router` or `patterns`.
  package let name: String
  /// The name of its file in the documentation, such as `LuaRouter.md`.
  package let fileName: String
  package let text: String
  /// The sections in order, including nested sections.
  package let sections: [Section]

  /// The number of lines that may contain the title and the summary.
  private static let headLines = 40

  /// Parses the sections; without a file name, the page is one of the Lua API.
  package init(name: String, text: String, fileName: String? = nil) {
    self.name = name
    self.fileName = fileName ?? "Lua\(name.prefix(1).uppercased())\(name.dropFirst()).md"
    self.text = text
    sections = Self.sections(of: text)
  }

  /// The heading of level 1, or the name.
  package var title: String {
    guard case .heading(level: 1, let heading) = head.first else { return name }
    return heading.withoutCodeMarks
  }

  /// The first one or two sentences.
  package var summary: String {
    let blocks = head
    guard blocks.count > 1, case .paragraph(let words) = blocks[1] else { return "" }
    return words
  }

  /// The blocks at the beginning.
  private var head: [MarkdownBlocks.Block] {
    let lines = text.split(
      separator: "\n",
      maxSplits: Self.headLines,
      omittingEmptySubsequences: false
    )
    return MarkdownBlocks(lines.prefix(Self.headLines).joined(separator: "\n")).blocks
  }

  private static func sections(of text: String) -> [Section] {
    let headings = headings(of: text)
    return headings.enumerated().filter { $0.element.level > 1 }
      .map { index, heading in
        let next = headings[(index + 1)...].first { $0.level <= heading.level }
        return Section(
          title: heading.text.withoutCodeMarks,
          keys: keys(of: heading.text),
          body: text[heading.start..<(next?.start ?? text.endIndex)]
        )
      }
  }

  private static func headings(
    of text: String
  ) -> [(start: String.Index, level: Int, text: String)] {
    var isCode = false
    var found: [(start: String.Index, level: Int, text: String)] = []
    for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
      if line.starts(with: "```".utf8) { isCode.toggle() }
      let level = line.prefix { $0 == UInt8(ascii: "#") }.count
      let rest = line.dropFirst(level)
      guard !isCode, level > 0, rest.first == UInt8(ascii: " ") else { continue }
      found.append((line.startIndex, level, Substring(rest).trimmed))
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
    body = """
      ### `\(title)`

      \(type) \(field.words)

      A \(role) of `\(owner)`: `moonroute help \(owner)`.
      """
  }
}

extension String {
  var withoutCodeMarks: String { filter { $0 != "`" } }
}
