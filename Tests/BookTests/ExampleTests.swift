import Book
import Foundation
import ScriptTesting
import Testing

/// Runs the examples of the book: each in a fresh run of the application `examples/book`.
struct ExampleTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The definitions of the Lua API that have examples.
  static let definitions = Book.shipped.definitions.filter {
    !$0.examples.isEmpty && $0.file != "testing.lua"
  }

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
    let articles = Book.shipped.pages.dropFirst(Book.shipped.luaPages.count)
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

  /// Runs the examples of each page as one file of specs.
  private func expectAllPass(_ specs: [String: [(name: String, code: String)]]) async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("moonroute-book-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.copyItem(
      at: Self.root.appendingPathComponent("examples/book"),
      to: folder
    )
    let spec = folder.appendingPathComponent("spec")
    try FileManager.default.createDirectory(at: spec, withIntermediateDirectories: true)
    for (page, examples) in specs {
      let text = examples.map(Self.test).joined(separator: "\n")
      let file = spec.appendingPathComponent("\(page.replacing(" ", with: "_"))_spec.lua")
      try ("before_each(app.reset)\n" + text).write(to: file, atomically: true, encoding: .utf8)
    }
    let results = try await ScriptTesting.run(folder: spec.path)
    #expect(results.filter(\.isTest).count == specs.values.reduce(0) { $0 + $1.count })
    for result in results where result.status != .success {
      Issue.record("\(result.name): \(result.message ?? "")")
    }
  }

  /// An example as a test; one that begins with `-- fails: code` must fail with that code.
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
