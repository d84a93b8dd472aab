import EmbeddedFiles
import TextTools

/// The manual: a page for each part of the Lua API, and the articles.
///
/// The pages of the Lua API are generated from the editor's definitions.
///
/// ```swift
/// Book.shipped.find("router.guard")  // its section
/// ```
package struct Book: Sendable {
  package let definitions: [LuaDefinition]
  package let luaPages: [Page]
  /// All pages: those of the Lua API, then the articles.
  package let pages: [Page]
  /// The pages by chapter, as on the site.
  package var chapters: [Chapter] { Chapter.all(in: contents, of: pages) }

  private let contents: String

  /// The book that ships with the product.
  package static let shipped = Book(
    // Lua's own functions are in the Lua manual.
    definitions: ScriptLibrary.paths.filter { $0.hasPrefix("types/") && $0 != "types/lua.lua" }
      .flatMap { path in
        let file = String(path.dropFirst("types/".count))
        return DefinitionReader.definitions(in: ScriptLibrary.text(of: path) ?? "", file: file)
      },
    articles: articles,
    contents: EmbeddedFiles.contents
  )

  package init(definitions: [LuaDefinition], articles: [Page], contents: String = "") {
    self.definitions = definitions
    let parts = Dictionary(grouping: definitions, by: Self.page)
    luaPages = parts.keys.sorted()
      .map { name in
        Page(name: name, text: LuaPage(name: name, definitions: parts[name] ?? []).text)
      }
    pages = luaPages + articles
    self.contents = contents
  }

  /// The page of a definition: that of its global; specs and time have one page each.
  package static func page(of definition: LuaDefinition) -> String {
    let specs = ["spec_hooks.lua", "testing.lua", "testing_doubles.lua", "testing_rules.lua"]
    if specs.contains(definition.file) { return "testing" }
    if definition.file == "time.lua" { return "time" }
    return String(definition.name.prefix { $0 != "." && $0 != ":" })
  }

  /// Whether a page is about Swift, so that its code blocks are compiled and run.
  package static func isOfSwift(_ page: Page) -> Bool {
    !MarkdownBlocks(page.text).code(of: "swift").isEmpty
  }

  /// A reference such as `<doc:Words>` becomes the command that shows the page.
  private static var articles: [Page] {
    let rows = EmbeddedFiles.articles
    let names = Dictionary(
      uniqueKeysWithValues: rows.map { (Substring($0.file.dropLast(".md".count)), $0.name) }
    )
    return rows.map { row in
      Page(name: row.name, text: withCommands(row.text, names), fileName: row.file)
    }
  }

  private static func withCommands(_ text: String, _ names: [Substring: String]) -> String {
    var written = ""
    var rest = text[...]
    while let start = rest.utf8.firstIndex(of: UInt8(ascii: "<")) {
      written += rest[..<start]
      rest = rest[start...]
      if rest.hasPrefix("<doc:"), let end = rest.utf8.firstIndex(of: UInt8(ascii: ">")),
        let name = names[rest[..<end].dropFirst("<doc:".count)]
      {
        written += "`moonroute help \(name)`"
        rest = rest[end...].dropFirst()
      } else {
        written += "<"
        rest = rest.dropFirst()
      }
    }
    return written + rest
  }
}
