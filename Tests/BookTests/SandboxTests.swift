import Book
import ScriptHost
import Testing

/// Compares the page about the sandbox with the globals of a loaded application.
struct SandboxTests {
  /// The names of Lua 5.4, by library; an empty key for the basic functions.
  private static let lua = [
    "": """
    _G _VERSION assert collectgarbage dofile error getmetatable ipairs load loadfile next pairs pcall \
    print rawequal rawget rawlen rawset require select setmetatable tonumber tostring type warn xpcall
    """,
    "string": """
    byte char dump find format gmatch gsub len lower match pack packsize rep reverse sub unpack upper
    """,
    "table": "concat insert move pack remove sort unpack",
    "math": """
    abs acos asin atan ceil cos deg exp floor fmod huge log max maxinteger min mininteger modf pi rad \
    random randomseed sin sqrt tan tointeger type ult
    """,
    "utf8": "char charpattern codepoint codes len offset",
    "coroutine": "close create isyieldable resume running status wrap yield",
    "os": "clock date difftime execute exit getenv remove rename setlocale time tmpname",
  ]

  /// The names in an application, with `string.byte` for the field of a library.
  private func found() async throws -> Set<String> {
    let host = try ScriptHost(.texts(["main.lua": ""]))
    try await host.load()
    let names = try await host.evaluate(
      """
      (function()
        local names = {}
        for name, value in pairs(_G) do
          names[#names + 1] = name
          if type(value) == "table" and name ~= "_G" then
            for field in pairs(value) do names[#names + 1] = name .. "." .. tostring(field) end
          end
        end
        return table.concat(names, " ")
      end)()
      """
    )
    return Set(names.joined().split { $0 == " " || $0 == "\"" }.map(String.init))
  }

  /// The cells of a row in the page's first table, by its first cell.
  private func row(_ name: String) throws -> [String] {
    let page = try #require(Book.shipped.pages.first { $0.name == "sandbox" })
    let rows = MarkdownBlocks(page.text).blocks
      .flatMap { block -> [[String]] in
        guard case .table(let rows) = block else { return [] }
        return rows
      }
    return try #require(rows.first { $0.first?.contains(name) == true })
  }

  /// The texts of code spans.
  private func spans(of cell: String) -> Set<String> {
    Set(
      cell.split(separator: "`", omittingEmptySubsequences: false).enumerated()
        .filter { $0.offset % 2 == 1 }.map { String($0.element) }
    )
  }

  @Test func `the basic functions on the page are exactly those of the sandbox`() async throws {
    let found = try await found()
    let basics = Set(Self.lua["", default: ""].split(separator: " ").map(String.init))
    let cells = try row("basics")
    #expect(spans(of: cells[1]) == found.intersection(basics))
    #expect(spans(of: cells[2]).subtracting(["loadstring"]) == basics.subtracting(found))
  }

  @Test(arguments: [
    ("string", ["dump"]), ("table", []), ("math", []), ("utf8", []), ("coroutine", []),
    ("os", ["execute", "exit", "getenv", "remove", "rename", "setlocale", "tmpname"]),
  ])
  func `a library lacks exactly the functions that the page lists`(
    _ library: String,
    _ missing: [String]
  ) async throws {
    let found = try await found()
    let all = Self.lua[library, default: ""].split(separator: " ").map(String.init)
    #expect(all.filter { !found.contains("\(library).\($0)") } == missing)
    let cells = try row("`\(library)`")
    switch library {
    case "string": #expect(spans(of: cells[2]) == ["string.dump"])
    case "os": #expect(spans(of: cells[1]) == Set(all.filter { !missing.contains($0) }))
    default: #expect(cells[1] == "all" && cells[2] == "")
    }
  }

  @Test func `the book names every global of a loaded application`() async throws {
    let found = try await found()
    #expect(found.isDisjoint(with: ["io", "debug", "package", "arg"]))
    let lua = Set(Self.lua.keys)
      .union(Self.lua["", default: ""].split(separator: " ").map(String.init))
    let named = Set(
      Book.shipped.definitions.flatMap { owner in
        [owner.name] + owner.members.map { "\(owner.name).\($0.name)" }
      }
    )
    let unknown = found.filter { name in
      let library = String(name.prefix { $0 != "." })
      return !named.contains(name) && !lua.contains(library)
    }
    #expect(unknown.sorted() == [])
  }
}
