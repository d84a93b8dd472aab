import Foundation
import LuaRuntime
import Testing

@Suite struct LineCountTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let rule: String
    let script: String
    let counts: [Int: Int]

    var testDescription: String { rule }
  }

  static let cases = [
    Case(rule: "a statement counts", script: "local a = 1\nlocal b = 2\n", counts: [1: 1, 2: 1]),
    Case(
      rule: "unreached lines have zero",
      script: "local a\nif a then\n  a = 1\nelseif not a then\n  a = 2\nelse\n  a = 3\nend",
      counts: [1: 1, 2: 1, 3: 0, 5: 1, 7: 0]
    ),
    Case(
      rule: "a loop counts once, its body each time",
      script: "for i = 1, 3 do\n  local _ = i\nend\nlocal n = 0\nwhile n < 2 do\n  n = n + 1\nend",
      counts: [1: 1, 2: 3, 4: 1, 5: 1, 6: 2]
    ),
    Case(
      rule: "repeat sees the locals of its body in its condition",
      script: "repeat\n  local done = true\nuntil done",
      counts: [2: 1]
    ),
    Case(
      rule: "a function counts when it runs, not when it is created",
      script: "local function f()\n  return 1\nend\nf()\nf()\nlocal g = function()\n  f()\nend",
      counts: [2: 2, 4: 1, 5: 1, 6: 1, 7: 0]
    ),
    Case(
      rule: "a function on one line counts when it runs",
      script: "function F() return 1 end\nF() F()",
      counts: [1: 2, 2: 1]
    ),
    Case(
      rule: "a statement of several lines counts on its first line",
      script:
        "local t = {\n  a = 1,\n  [2] = 'x'; 3,\n  f = function()\n    return 1\n  end,\n}\nt\n  .f()",
      counts: [1: 1, 5: 1, 8: 1]
    ),
    Case(
      rule: "gotos, labels and attributes stay unchanged",
      script:
        "for i = 1, 3 do\n  if i == 2 then goto continue end\n  local x <const> = i\n  ::continue::\nend",
      counts: [1: 1, 2: 3, 3: 2]
    ),
    Case(
      rule: "a call in parentheses belongs to the preceding expression",
      script: "local f = function(x) return x end\nlocal y = f\n(f)(1);\n(f)(2)",
      counts: [1: 1, 2: 1, 4: 1]
    ),
    Case(
      rule: "words in strings and comments do not count",
      script:
        "--[==[ if\nend ]] ]==] local s = [[\nend\n]] -- return\nlocal q = 'a\\'end\\\nb' .. \"--\"\ns = 0x1p-2 + 1e+3 .. ''",
      counts: [2: 1, 5: 1, 7: 1]
    ),
    Case(
      rule: "operators of every kind make expressions",
      script:
        "local a, b = 1 // 2 ~ 3 >> 1, not (1 ~= 2) or #'x' <= -1\nlocal c = ('%d'):format(1) .. #{...}",
      counts: [1: 1, 2: 1]
    ),
  ]

  @Test(arguments: cases)
  func `lines that run are counted`(row: Case) throws {
    let state = try LuaState()
    state.beginCountingLines(byHook: false)
    let environment = try state.makeEnvironment()
    let chunk = try state.load(row.script, name: "a.lua", environment: environment)
    _ = try state.call(chunk, [.integer(1)])
    #expect(state.lineCounts { _, _ in true } == ["a.lua": row.counts])
  }

  @Test func `a script that is loaded twice has one count`() throws {
    let state = try LuaState()
    state.beginCountingLines(byHook: false)
    let environment = try state.makeEnvironment()
    for text in ["local a = 1", "local a = 1", "local b = 2"] {
      _ = try state.call(try state.load(text, name: "a.lua", environment: environment))
    }
    #expect(state.lineCounts { $1 == Array("local a = 1".utf8) } == ["a.lua": [1: 2]])
    #expect(state.lineCounts { name, _ in name == "b.lua" } == [:])
  }

  @Test func `Lua counts a script that is too large for one function`() throws {
    let state = try LuaState()
    state.beginCountingLines(byHook: false)
    let environment = try state.makeEnvironment()
    let locals = (1...199).map { "local a\($0) = 1" }.joined(separator: "\n")
    let list = (1...127).map { "a\($0)" } + (1...127).map { "b\($0)" }
    let others = (1...127).map { "local b\($0) = 1" }.joined(separator: "\n")
    let script = """
      \(locals)
      return function()
        \(others)
        return function() return \(list.joined(separator: "+")) + print(1) end
      end
      """
    let chunk = try state.load(script, name: "a.lua", environment: environment)
    _ = try state.call(chunk)
    let counts = state.lineCounts { _, _ in true }
    #expect(counts["a.lua"]?[1] == 1 && counts["a.lua"]?[199] == 1)
  }

  @Test func `positions and arguments are the same as without counting`() throws {
    let state = try LuaState()
    state.beginCountingLines(byHook: false)
    let environment = try state.makeEnvironment()
    let text = "local a, b = ...\nif a then\n  error(b)\nend\nreturn b"
    let chunk = try state.load(text, name: "a.lua", environment: environment)
    #expect(try state.call(chunk, [.boolean(false), .integer(7)]).first?.integer == 7)
    let error = #expect(throws: LuaError.self) { try state.call(chunk, [.boolean(true), "x"]) }
    #expect(error?.position == LuaPosition(file: "a.lua", line: 3))
    #expect(throws: LuaError.self) {
      try state.load("local a =\nend", name: "b.lua", environment: environment)
    }
  }

  @Test func `every script of this repository can be counted`() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let state = try LuaState()
    state.beginCountingLines(byHook: false)
    let environment = try state.makeEnvironment()
    var count = 0
    for folder in ["scripts", "examples", "Tests"] {
      let base = root.appendingPathComponent(folder).path
      for path in try FileManager.default.subpathsOfDirectory(atPath: base) {
        guard path.hasSuffix(".lua"),
          let data = FileManager.default.contents(atPath: "\(base)/\(path)"),
          (try? state.load(Array(data), name: path, environment: environment, countsLines: false))
            != nil
        else { continue }
        #expect(LuaStatements.starts(in: Array(data)) != nil, "\(path)")
        _ = try state.load(Array(data), name: path, environment: environment)
        count += 1
      }
    }
    #expect(count > 100)
    let counts = state.lineCounts { _, _ in true }
    #expect(counts.values.allSatisfy { $0.values.allSatisfy { $0 == 0 } })
  }
}
