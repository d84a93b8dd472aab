import Book
import Foundation
import ScriptTesting
import Testing

/// Compares the book with the product: each name needs a description, each function an example.
struct CoverageTests {
  private let definitions = Book.shipped.definitions

  private func page(_ name: String) throws -> Page {
    try #require(Book.shipped.pages.first { $0.name == name })
  }

  @Test
  func `every name of the Lua API and each of its fields is described`() {
    let names = definitions.filter { !Self.hasWords($0) }.map(\.name)
    #expect(names == [], "without words")
    let fields = definitions.flatMap { owner in
      owner.members.filter(\.words.isEmpty).map { "\(owner.name).\($0.name)" }
    }
    #expect(fields == [], "without words")
  }

  /// Whether a sentence precedes the examples.
  private static func hasWords(_ definition: LuaDefinition) -> Bool {
    if case .paragraph = MarkdownBlocks(definition.words).blocks.first { true } else { false }
  }

  @Test
  func `every function and every spec function has an example`() {
    let bare = definitions.filter { definition in
      [.function, .value].contains(definition.kind) && definition.examples.isEmpty
    }
    #expect(bare.map(\.name) == [])
  }

  @Test
  func `every function documents its errors, with codes that the book explains`() throws {
    let keys = Set(try page("errors").sections.flatMap(\.keys))
    let members = Set(definitions.flatMap { ($0.members + $0.parameters).map(\.name) })
    for function in definitions where function.kind == .function {
      let words = function.words.split(separator: "```lua").first.map(String.init) ?? ""
      guard let errors = words.firstRange(of: #/Errors( of these calls)?:/#) else {
        #expect(
          words.lowercased().contains("raises nothing"),
          "\(function.name): Errors: … or Raises nothing."
        )
        continue
      }
      let codes = words[errors.upperBound...].matches(of: #/`([a-z]+(_[a-z]+)+|[a-z]+)`/#)
        .map { String($0.output.1) }
      let unknown = codes.filter { code in
        code.contains("_") && !keys.contains(code) && !members.contains(code)
      }
      #expect(unknown == [], "\(function.name)")
    }
  }

  /// Words that describe the effect of an omitted field.
  private static let defaults = [
    "default", "without", "absent", "nil", "none", "unless it is given",
  ]

  @Test
  func `every optional field and parameter documents its default`() {
    let tables = Set(definitions.filter { $0.kind == .table }.map(\.name))
    let silent = definitions.flatMap { owner in
      (owner.members + owner.parameters)
        .filter { member in
          // Each field of an options table documents its default.
          member.isOptional && !tables.contains(member.type)
            && !Self.defaults.contains(where: member.words.contains)
        }
        .map { "\(owner.name) \($0.name)" }
    }
    #expect(silent == [])
  }

  @Test
  func `every name documents the release that added it`() throws {
    let releases = try text(of: "CHANGELOG.md").matches(of: #/(?m)^## \[?(\d+\.\d+\.\d+)/#)
      .map { String($0.output.1) }
    let known = Set(releases + [try currentRelease()])
    #expect(definitions.filter { !known.contains($0.since ?? "") }.map(\.name) == [])
  }

  /// The version of the command.
  private func currentRelease() throws -> String {
    let version = try text(of: "Sources/MoonrouteCommand/Help/Version.swift")
    return String(try #require(version.firstMatch(of: #/text = "([\d.]+)"/#)).output.1)
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
      #/rawValue: "([a-z_]+)"/#, #/var code: String \{ "([a-z_]+)"/#,
      #/: LuaErrorCode = "([a-z_]+)"/#, #/LuaError\(\s*"([a-z_]+)"/#,
      #/clua_raise\(\s*[\w>-]+,\s*"([a-z_]+)"/#,
    ])
    #expect(codes.count > 40)
    let keys = Set(try page("errors").sections.flatMap(\.keys))
    #expect(codes.filter { !keys.contains($0) } == [])
  }

  /// The codes that no Lua example can cause, and the reasons.
  private static let unshown = [
    "unreachable": "check", "overlap": "check", "fallback_off": "check", "dead_end": "check",
    "open_redirect": "check", "missing_file": "a folder", "not_loaded": "a folder",
    "stale_shape": "a reload", "storage_failed": "a disk", "event_limit": "a fast machine",
    "host_error": "a program", "offline": "a fleet", "conflict": "a fleet", "unknown": "a fleet",
    "poisoned": "a fault", "misuse": "a program", "wrong_actor": "a program",
  ]

  @Test
  func `every error code is explained, and has an example that produces it`() throws {
    let sections = try page("errors").sections.filter { $0.text.hasPrefix("### `") }
    for section in sections {
      let code = try #require(section.keys.last)
      let blocks = MarkdownBlocks(section.text).blocks
      if case .paragraph(let words) = blocks.dropFirst().first {
        #expect(words.count > 20, "\(code)")
      } else {
        Issue.record("\(code) has no words")
      }
      let isShown = MarkdownBlocks(section.text).code(of: "lua").contains { $0.contains(code) }
      #expect(isShown == (Self.unshown[code] == nil), "\(code)")
    }
    let keys = sections.compactMap(\.keys.last)
    #expect(keys.count > 40 && Set(Self.unshown.keys).isSubset(of: keys))
  }

  @Test
  func `every type of parameters and every event of the router has an example`() throws {
    let patterns = try page("patterns")
    let types = Self.firstCells(of: patterns).compactMap { $0.wholeMatch(of: #/`([a-z]+)`/#) }
      .map { String($0.output.1) }
    let code = MarkdownBlocks(patterns.text).code(of: "lua").joined(separator: "\n")
    #expect(types.count >= 8)
    #expect(types.filter { !code.contains("<\($0)>") } == [])
    let page = try page("router events")
    let examples = MarkdownBlocks(page.text).code(of: "lua").joined(separator: "\n")
    let events = Self.firstCells(of: page)
      .compactMap { $0.wholeMatch(of: #/`moonroute://([a-z-]+)`/#) }.map { String($0.output.1) }
    #expect(events.count >= 7)
    #expect(events.filter { !examples.contains($0) } == [])
  }

  @Test
  func `every built-in type of parameters has a row`() throws {
    let file = "Sources/RoutePatterns/Pattern/ParameterTypes.swift"
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
    let file = "Sources/Moonroute/Observing/RouterUpdate.swift"
    let events =
      try text(of: file).matches(of: #/case \.\w+: "([a-z-]+)"/#).map { String($0.output.1) }
      + Self.matches(of: [#/announce\("([a-z-]+)"/#])
    #expect(events.count >= 7)
    let rows = Self.firstCells(of: try page("router events"))
    #expect(events.filter { !rows.contains("`moonroute://\($0)`") } == [])
  }

  @Test
  func `the book covers every global of a loaded application and each field of its modules`()
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
    for result in results where result.hasFailed {
      Issue.record("\(result.message ?? result.name)")
    }
  }

  // MARK: - Sources

  private func text(of path: String) throws -> String {
    try String(contentsOf: BookApplication.root.appendingPathComponent(path), encoding: .utf8)
  }

  /// The distinct first captures of some expressions in the sources, sorted.
  private static func matches(of expressions: [Regex<(Substring, Substring)>]) throws -> [String] {
    var found: Set<String> = []
    for folder in ["Sources", "CLua"] {
      let sources = BookApplication.root.appendingPathComponent(folder)
      let paths = try FileManager.default.subpathsOfDirectory(atPath: sources.path)
      for path in paths where path.hasSuffix(".swift") || path.hasSuffix(".c") {
        let text = try String(contentsOf: sources.appendingPathComponent(path), encoding: .utf8)
        for expression in expressions {
          found.formUnion(text.matches(of: expression).map { String($0.output.1) })
        }
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
