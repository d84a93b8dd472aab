import Book
import Foundation
import ScriptTesting
import Testing

/// Compares the book with what the product has: each name in words, each function with an example.
struct CoverageTests {
  private let definitions = Book.shipped.definitions

  private func page(_ name: String) throws -> Page {
    try #require(Book.shipped.pages.first { $0.name == name })
  }

  @Test
  func `every name of the Lua API has words, and so has each of its fields`() {
    let names = definitions.filter { !Self.hasWords($0) }.map(\.name)
    #expect(names == [], "without words")
    let fields = definitions.flatMap { owner in
      owner.members.filter(\.words.isEmpty).map { "\(owner.name).\($0.name)" }
    }
    #expect(fields == [], "without words")
  }

  /// Whether a sentence stands before the examples.
  private static func hasWords(_ definition: LuaDefinition) -> Bool {
    if case .paragraph = MarkdownBlocks(definition.words).blocks.first { true } else { false }
  }

  @Test
  func `every function and every word of specs has an example`() {
    let bare = definitions.filter { definition in
      [.function, .value].contains(definition.kind) && definition.examples.isEmpty
    }
    #expect(bare.map(\.name) == [])
  }

  @Test
  func `every table that only scripts write has an example`() {
    let written = Self.names(in: definitions.flatMap { $0.parameters.map(\.type) })
    let answered = Self.names(in: definitions.flatMap { $0.results.map(\.type) })
    let bare = definitions.filter { definition in
      definition.kind == .table && definition.examples.isEmpty
        && written.contains(definition.name) && !answered.contains(definition.name)
    }
    #expect(bare.map(\.name) == [])
  }

  /// The names in types such as `string|router.Location`.
  private static func names(in types: [String]) -> Set<String> {
    Set(types.flatMap { $0.split { !$0.isLetter && $0 != "." && $0 != "_" }.map(String.init) })
  }

  @Test
  func `every error code of the product has a section`() throws {
    let codes = try Self.matches(of: [
      #/static let \w+ = Self\(rawValue: "([a-z_]+)"\)/#,
      #/static let \w+: LuaErrorCode = "([a-z_]+)"/#,
      #/LuaError\(\s*"([a-z_]+)"/#,
    ])
    #expect(codes.count > 30)
    let keys = Set(try page("errors").sections.flatMap(\.keys))
    #expect(codes.filter { !keys.contains($0) } == [])
  }

  @Test
  func `every built-in type of parameters has a row`() throws {
    let file = "Sources/RoutePatterns/Parameter/ParameterTypes.swift"
    let list = try #require(
      try text(of: file).firstMatch(of: #/builtInTypes: \[String: ParameterType\] = \[([^\]]+)\]/#)
    )
    let types = list.output.1.matches(of: #/"(\w+)":/#).map { String($0.output.1) }
    #expect(types.count >= 8)
    let rows = Self.firstCells(of: try page("patterns"))
    #expect(types.filter { !rows.contains("`\($0)`") } == [])
  }

  @Test
  func `every event of the router has a row`() throws {
    let file = "Sources/Moonroute/Observing/RouterEvent.swift"
    let events =
      try text(of: file).matches(of: #/case \.\w+: "([a-z-]+)"/#).map { String($0.output.1) }
      + Self.matches(of: [#/announce\("([a-z-]+)"/#])
    #expect(events.count >= 7)
    let rows = Self.firstCells(of: try page("router events"))
    #expect(events.filter { !rows.contains("`moonroute://\($0)`") } == [])
  }

  @Test
  func `every global of a loaded application, and each field of its modules, is in the book`()
    async throws
  {
    let names = definitions.flatMap { owner in
      [owner.name] + owner.members.map { "\(owner.name).\($0.name)" }
    }
    let ofLua = try page("sandbox").text.split(separator: "`").map(String.init)
    let spec = """
      local defined, of_lua, missing = {}, {}, {}
      for name in ([==[\(names.joined(separator: " "))]==]):gmatch("%S+") do defined[name] = true end
      for name in ([==[\(ofLua.joined(separator: " "))]==]):gmatch("%S+") do of_lua[name] = true end
      local function look(name, is_known)
        if not defined[name] and not is_known then missing[#missing + 1] = name end
      end
      it("knows every name", function()
        for name, value in pairs(_G) do
          look(name, of_lua[name])
          if defined[name] and type(value) == "table" then
            for field in pairs(value) do look(name .. "." .. field) end
          end
        end
        for word in pairs(require("busted").executors) do look(word) end
        table.sort(missing)
        assert.same({}, missing)
      end)
      """
    let results = try await BookApplication.run(["names_spec.lua": spec])
    #expect(results.filter(\.isTest).count == 1)
    for result in results where result.isWrong { Issue.record("\(result.message ?? result.name)") }
  }

  // MARK: - Sources

  private func text(of path: String) throws -> String {
    try String(contentsOf: BookApplication.root.appendingPathComponent(path), encoding: .utf8)
  }

  /// The texts that the first groups of some expressions find in the sources, each once, sorted.
  private static func matches(of expressions: [Regex<(Substring, Substring)>]) throws -> [String] {
    let sources = BookApplication.root.appendingPathComponent("Sources")
    let paths = try FileManager.default.subpathsOfDirectory(atPath: sources.path)
    var found: Set<String> = []
    for path in paths where path.hasSuffix(".swift") {
      let text = try String(contentsOf: sources.appendingPathComponent(path), encoding: .utf8)
      for expression in expressions {
        found.formUnion(text.matches(of: expression).map { String($0.output.1) })
      }
    }
    return found.sorted()
  }

  private static func firstCells(of page: Page) -> Set<String> {
    Set(
      MarkdownBlocks(page.text).blocks
        .flatMap { block -> [String] in
          guard case .table(let rows) = block else { return [] }
          return rows.compactMap(\.first)
        }
    )
  }
}
