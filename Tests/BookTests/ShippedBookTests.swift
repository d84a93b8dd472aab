import Book
import Foundation
import Testing

/// Compares the book with its source files.
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
  func `make pages writes the pages of the Lua API`() throws {
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
  func `each guide is a page of the book, except for those about the code`() throws {
    let titles = Set(Book.shipped.pages.map(\.title))
    let missing = try names(in: "Guides")
      .filter { file in
        let url = documentation.appendingPathComponent("Guides/\(file)")
        let text = try String(contentsOf: url, encoding: .utf8)
        return !titles.contains(Page(name: file, text: text).title)
      }
    #expect(missing == ["TheWayOfALink.md", "Words.md"])
  }

  @Test
  func `each page is in one chapter`() {
    let chapters = Book.shipped.chapters
    let first = ["Begin", "Every day", "Prove", "Look up", "The Lua API", "Swift", "Ship"]
    #expect(chapters.map(\.title).starts(with: first))
    let pages = chapters.flatMap(\.pages).map(\.name)
    #expect(pages.sorted() == Book.shipped.pages.map(\.name).sorted())
    #expect(chapters.first?.pages.first?.name == "first routes")
  }

  @Test
  func `all pages have distinct names, a heading and a summary`() {
    let pages = Book.shipped.pages
    #expect(Set(pages.map(\.name)).count == pages.count)
    for page in pages {
      #expect(page.text.hasPrefix("# "), "\(page.name)")
      #expect(!page.summary.isEmpty, "\(page.name)")
    }
  }

  @Test
  func `each page and each section can be found by its own name`() {
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

  /// Words that users type, and the titles of the intended sections.
  static let fields = [
    ("state.params", "router.State.params"), ("router.State.params", "router.State.params"),
    ("plus_as_space", "router.Configuration.plus_as_space"),
    ("guard", "router.guard"), ("outcome", "router.Outcome"),
  ]

  @Test(arguments: fields)
  func `a field can be found by its table's name, by the last word of that, or by its own name`(
    _ topic: String,
    _ title: String
  ) {
    guard case .section(let section, _) = Book.shipped.find(topic) else {
      Issue.record("\(topic) is not found")
      return
    }
    #expect(section.title == title)
  }

  /// Search words of a newcomer, and the topic that must be the first result.
  static let searches = [
    ("types of a parameter", "questions Which types may a parameter have?"),
    (
      "what is left below a dialog after logout",
      "questions What is left below a dialog after a logout?"
    ),
    ("logout", "questions What is left below a dialog after a logout?"),
    ("how do I spec an ask", "questions How do I test a dialog, a route that asks?"),
    ("what does removed mean", "questions What do closed, dismissed and removed mean?"),
    ("keep a value across a reload", "questions How do I keep a value across a reload?"),
    ("which events does the router emit", "questions Which events does the router emit?"),
    ("limit a guard's waiting", "questions How do I limit how long a guard waits?"),
    ("custom type", "questions How do I write a type of my own?"),
    ("where do saved resources live", "questions Where do saved resources live?"),
    ("run one spec", "questions How do I run one spec, or some?"),
    ("redirect_limit", "router router.Configuration"), ("storage_failed", "errors storage_failed"),
    ("middleware", "router router.guard"), ("popup", "router router.present"),
    ("regex", "patterns Constraints"), ("auth", "login"),
  ]

  @Test(arguments: searches)
  func `a search puts the answer to a newcomer's question first`(
    _ question: String,
    _ topic: String
  ) {
    let hits = Book.shipped.search(question.split(separator: " ").map(String.init)).map(\.topic)
    #expect(hits.prefix(3).contains(topic), "\(hits.prefix(5))")
  }

  @Test(arguments: [("removed", 1), ("router.How.removed", 1), ("owner", 3), ("priority", 3)])
  func `a word that several tables use is shown with each of them`(_ topic: String, _ least: Int) {
    switch Book.shipped.find(topic) {
    case .section: #expect(least <= 1)
    case .several(let topics): #expect(topics.count >= least)
    case .page, .nothing: Issue.record("\(topic) is not found")
    }
  }

  @Test
  func `a mistyped name suggests the nearest one`() {
    guard case .nothing(let nearest) = Book.shipped.find("gaurd") else {
      Issue.record("gaurd is found")
      return
    }
    #expect(nearest.first == "router.guard")
  }
}
