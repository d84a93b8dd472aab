import Moonroute
import ScriptHost
import Testing

/// Lua input at a prompt, and the local names that it defines.
struct PromptTextTests {
  @Test(arguments: [
    "do", "function f()", "if x then", "for i = 1, 2 do", "repeat", "while true do x()",
    "f(", "x =", "local", "local x =", "{", "= {", "1 +", "a.", "x = {", "return {", "--[[ a",
    "[[ text", "x = [==[ text ]=]", "function f() return", "if a then b() else", "not",
  ])
  func `an incomplete text continues`(text: String) {
    #expect(PromptText(text.hasPrefix("=") ? String(text.dropFirst()) : text).goesOn)
  }

  @Test(arguments: [
    "", "   ", "-- only this", "x", "x = 1", "local x", "do end", "return", "1 + 1", "f()",
    "f() g()",
    "x y", "end", ")", "x = = 1", "\"open", "'open", "if x the", "goto nowhere", "break", "f{}",
    "...",
  ])
  func `a complete or invalid text does not continue`(text: String) {
    #expect(!PromptText(text).goesOn)
  }

  /// A text, the code to run, and the names that are kept.
  private static let rewritten: [(String, String, [String])] = [
    ("local x = 1", "      x = 1", ["x"]),
    ("local x", "      x = nil", ["x"]),
    ("local x, y", "      x, y = nil", ["x", "y"]),
    ("local x <const> = 1", "      x         = 1", ["x"]),
    ("local a = 1; local b", "      a = 1;       b = nil", ["a", "b"]),
    (
      "local function f() local y = 1 return y end", "      function f() local y = 1 return y end",
      ["f"]
    ),
    ("do local z = 1 end", "do local z = 1 end", []),
    ("local t <close> = nil", "local t <close> = nil", []),
    ("x + 1", "return x + 1", []),
    ("é =", "é =", []),
  ]

  @Test(arguments: rewritten)
  func `locals outside of blocks are converted, with every byte at its position`(
    text: String,
    source: String,
    names: [String]
  ) {
    let read = PromptText(text)
    #expect(read.source == source)
    #expect(read.names == names)
  }
}

/// The names of a prompt in a running application.
struct PromptNamesTests {
  /// Runs texts one after the other in new scripts, and returns the result of the last.
  private func last(
    of texts: [String],
    in main: String = ""
  ) async throws -> String {
    let host = try ScriptHost(.texts(["main.lua": main]), in: .patient())
    try await host.load()
    var answer = ""
    for text in texts {
      do throws(ScriptProblems) {
        answer = try await host.evaluate(PromptText(text)).joined(separator: ", ")
      } catch {
        answer = error.problems.map { "\($0.site.map { "\($0): " } ?? "")\($0.message)" }
          .joined(separator: "\n")
      }
    }
    return answer
  }

  private static let sessions: [(texts: [String], answer: String)] = [
    (["local x = 1", "x"], "1"),
    (["local n = 0", "local function more() n = n + 1 end", "more()", "more()", "n"], "2"),
    (["local x = 1", "local x", "x"], "nil"),
    (["local x = 1", "x = x + 1", "x, _G.x"], "2, nil"),
    (["y = 5", "y, _G.y"], "5, 5"),
    (["local print = 7", "print"], "7"),
    (["local a <const>, b = 1, 2", "a + b"], "3"),
    (["do local z = 1 end", "z"], "nil"),
    (["local f = function(...) return select('#', ...) end", "f(nil, nil)"], "2"),
    (["local x = ", "x"], "nil"),
    (["local x = error('no')", "x"], "nil"),
    (["local a = 1\nlocal b = a + 1\nreturn b"], "2"),
    (["{ 1, b = 2 }"], "{ 1, b = 2 }"),
    (["\n\nerror('here')"], "(prompt):3: here"),
    (["sleep(0) return 4"], "4"),
  ]

  @Test(arguments: sessions)
  func `a local stays for the following texts`(texts: [String], answer: String) async throws {
    #expect(try await last(of: texts) == answer)
  }

  @Test func `scripts do not see the names of the prompt`() async throws {
    let main = "function read() return x end"
    #expect(try await last(of: ["local x = 1", "read()"], in: main) == "nil")
    #expect(try await last(of: ["x = 1", "read()"], in: main) == "1")
  }

  @Test func `the host's names cannot be changed from the prompt`() async throws {
    let answer = try await last(of: ["router.open = 1"])
    #expect(answer.contains("modules of the host are read-only"))
  }

  @Test func `the names end with their scripts, and a prompt works before a load`()
    async throws
  {
    let host = try ScriptHost(.texts(["main.lua": ""]), in: .patient())
    await #expect(throws: ScriptProblems.self) { try await host.evaluate(PromptText("1")) }
    try await host.load()
    _ = try await host.evaluate(PromptText("local x = 1"))
    #expect(await host.router.perform { host.promptNames(in: $0) } == ["x"])
    try await host.load()
    #expect(try await host.evaluate(PromptText("x")) == ["nil"])
    #expect(await host.router.perform { host.promptNames(in: $0) } == [])
  }
}
