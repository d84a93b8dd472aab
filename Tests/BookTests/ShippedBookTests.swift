import Book
import Foundation
import Testing

/// Compares the book with the files it is made of.
struct ShippedBookTests {
  private let documentation = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Sources/Moonroute/Documentation.docc")

  private func names(in folder: String) throws -> [String] {
    try FileManager.default
      .contentsOfDirectory(atPath: documentation.appendingPathComponent(folder).path)
      .filter { $0.hasSuffix(".md") }.sorted()
  }

  @Test
  func `the pages of the Lua API are those that make pages writes`() throws {
    #expect(try names(in: "Lua") == Book.shipped.luaPages.map(\.fileName).sorted())
    for page in Book.shipped.luaPages {
      let file = documentation.appendingPathComponent("Lua/\(page.fileName)")
      #expect(
        try String(contentsOf: file, encoding: .utf8) == page.text,
        "\(page.fileName): make pages"
      )
    }
  }

  @Test
  func `no two pages have one name, and each has a heading and a summary`() {
    let pages = Book.shipped.pages
    #expect(Set(pages.map(\.name)).count == pages.count)
    for page in pages {
      #expect(page.text.hasPrefix("# "), "\(page.name)")
      #expect(!page.summary.isEmpty, "\(page.name)")
    }
  }

  @Test
  func `each page and each section is found by its own name`() {
    for page in Book.shipped.pages {
      guard case .page(let found) = Book.shipped.find(page.name) else {
        Issue.record("\(page.name) is not found")
        continue
      }
      #expect(found.name == page.name)
    }
    let names = Set(Book.shipped.pages.map(\.name))
    let functions = Book.shipped.definitions.filter { $0.kind == .function }
    for definition in functions where !names.contains(definition.name) {
      switch Book.shipped.find(definition.name) {
      case .section(let section, _): #expect(section.title == definition.name)
      case .several(let topics):
        #expect(topics.contains("\(Book.page(of: definition)) \(definition.name)"))
      case .page, .nothing: Issue.record("\(definition.name) is not found")
      }
    }
  }

  /// Words that people type, and the title of the section they mean.
  static let fields = [
    ("state.params", "router.State.params"), ("router.State.params", "router.State.params"),
    ("plus_as_space", "router.Configuration.plus_as_space"),
    ("guard", "router.guard"), ("outcome", "router.Outcome"),
  ]

  @Test(arguments: fields)
  func `a field is found by its table's name, by the last word of that, or alone`(
    _ topic: String,
    _ title: String
  ) {
    guard case .section(let section, _) = Book.shipped.find(topic) else {
      Issue.record("\(topic) is not found")
      return
    }
    #expect(section.title == title)
  }

  @Test
  func `a mistyped name answers the nearest one`() {
    guard case .nothing(let nearest) = Book.shipped.find("gaurd") else {
      Issue.record("gaurd is found")
      return
    }
    #expect(nearest.first == "router.guard")
  }
}
