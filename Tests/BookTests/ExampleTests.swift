import Book
import ScriptTesting
import Testing

/// Runs each example of the book in a new run of the application `examples/book`.
struct ExampleTests {
  /// The definitions of the Lua API that have examples.
  static let definitions = Book.shipped.definitions.filter { !$0.examples.isEmpty }

  @Test
  func `every example of the Lua API runs`() async throws {
    let specs = Dictionary(grouping: Self.definitions) { Book.page(of: $0) }
      .mapValues { definitions in
        definitions.flatMap { definition in
          definition.examples.enumerated()
            .map { ("\(definition.name) \($0.offset + 1)", $0.element) }
        }
      }
    try await expectAllPass(specs)
  }

  @Test
  func `every example of the articles runs`() async throws {
    // `GuideTests` runs the Lua code of pages with Swift.
    let articles = Book.shipped.pages.dropFirst(Book.shipped.luaPages.count)
      .filter { !Book.isOfSwift($0) }
    let specs = articles.map { page in
      (
        page.name,
        MarkdownBlocks(page.text).code(of: "lua").enumerated()
          .map {
            ("block \($0.offset + 1)", $0.element)
          }
      )
    }
    try await expectAllPass(Dictionary(uniqueKeysWithValues: specs.filter { !$0.1.isEmpty }))
  }

  /// The first line of an example that is a complete spec file, with `describe`, `setup` and the
  /// like.
  private static let fileMark = "-- a spec file\n"

  /// Runs the examples of each page as one spec file, and complete spec files separately.
  private func expectAllPass(_ specs: [String: [(name: String, code: String)]]) async throws {
    let files = specs.flatMap { Self.files(of: $0.key, $0.value) }
    let texts = files.map { ($0.name, $0.text) }
    let results = try await BookApplication.run(Dictionary(uniqueKeysWithValues: texts))
    for file in files {
      let tests = results.filter { $0.isTest && $0.file.hasSuffix("/" + file.name) }
      #expect(tests.count >= file.count, "\(file.name)")
    }
    for result in results where result.hasFailed {
      Issue.record("\(result.place) \(result.name): \(result.message ?? "")")
    }
  }

  /// The spec files of a page: their names and texts, and the minimum number of tests.
  private static func files(
    of page: String,
    _ examples: [(name: String, code: String)]
  ) -> [(name: String, text: String, count: Int)] {
    let own = examples.filter { $0.code.hasPrefix(fileMark) }
      .map { example in
        (name: fileName("\(page) \(example.name)"), text: example.code, count: 1)
      }
    let tests = examples.filter { !$0.code.hasPrefix(fileMark) }.map(test)
    guard !tests.isEmpty else { return own }
    let text = "before_each(app.reset)\n" + tests.joined(separator: "\n")
    return own + [(name: fileName(page), text: text, count: tests.count)]
  }

  private static func fileName(_ title: String) -> String {
    title.replacing(" ", with: "_").replacing(":", with: ".") + "_spec.lua"
  }

  /// An example as a test; an example that begins with `-- fails: code` must fail with that code.
  private static func test(name: String, code: String) -> String {
    let mark = "-- fails: "
    guard code.hasPrefix(mark) else { return "it([[\(name)]], function()\n\(code)\nend)\n" }
    let expected = code.dropFirst(mark.count).prefix { $0 != "\n" }
    return """
      it([[\(name)]], function()
        local ok, problem = pcall(function()
      \(code)
        end)
        assert.is_false(ok)
        assert.equal("\(expected)", problem.code)
      end)

      """
  }
}
