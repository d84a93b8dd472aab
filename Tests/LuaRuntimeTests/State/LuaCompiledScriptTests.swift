import LuaRuntime
import Testing

/// A script compiled by one state and run by another.
struct LuaCompiledScriptTests {
  private let first: Script
  private let second: Script

  init() throws {
    first = try Script()
    second = try Script()
  }

  /// The results and errors of a script in the state that compiled it, and in the other state.
  private func outcomes(_ source: String, name: String) throws -> [String] {
    let chunk = try first.load(source, name: name)
    let script = try #require(chunk.compiled(name: name))
    let other = try second.state.load(script, environment: second.environment)
    return [(first, chunk), (second, other)]
      .map { script, chunk in
        do {
          return "\(try script.state.call(chunk, [.integer(7)]))"
        } catch {
          return "\(error) \((error as? LuaError).map { "\($0.traceback)" } ?? "")"
        }
      }
  }

  @Test(arguments: [
    "return 1, 2.5, 'text', '\\0\\255', nil, true, math.maxinteger",
    "return ...",
    "local t = {} for i = 1, 3 do t[i] = function() return i end end return t[1]() + t[3]()",
    "local a <const>, b <close> = 1, nil goto done ::done:: return a",
    "x = 1 local function f() return _ENV.x end return f()",
    "local x = nil\n\nreturn x.field",
    "local function f()\n  error('no')\nend\nlocal function g() f() end\ng()",
    "error({ code = 'odd', message = 'why' })",
    "return string.rep('ab', 3, '-')",
    "",
  ])
  func `a compiled script returns and raises the same as its text`(source: String) throws {
    for name in ["test.lua", "routes/" + String(repeating: "long/", count: 40) + "cart.lua"] {
      let outcomes = try outcomes(source, name: name)
      #expect(outcomes[0] == outcomes[1])
    }
  }

  @Test func `a compiled script uses the globals of its place`() throws {
    let chunk = try first.load("count = (count or 0) + 1 return count")
    let script = try #require(chunk.compiled(name: "test.lua"))
    let copies = try (0..<2)
      .map { _ in
        try second.state.load(script, environment: second.environment)
      }
    #expect("\(try first.state.call(chunk))" == "\(try second.state.call(copies[0]))")
    #expect("\(try second.state.call(copies[1]))" == "\([LuaValue.integer(2)])")
    #expect("\(try first.run("return count"))" == "\([LuaValue.integer(1)])")
  }

  @Test func `only a script of a living state has a compiled form`() throws {
    let print = try #require(try first.run("return print")[0].function)
    #expect(print.compiled(name: "print") == nil)
    var lost: LuaFunction?
    do {
      let brief = try Script()
      lost = try brief.load("return 1")
    }
    #expect(lost?.compiled(name: "test.lua") == nil)
  }

  @Test func `without enough memory, compiling fails and the state continues`() throws {
    let texts = (0..<8_000).map { "'number \($0) of many texts'" }.joined(separator: ",")
    let script = try #require(try first.load("return {\(texts)}").compiled(name: "test.lua"))
    let small = try Script(limits: LuaLimits(memoryBytes: 200_000))
    #expect(throws: LuaError.self) {
      try small.state.load(script, environment: small.environment)
    }
    #expect("\(try small.run("return 1"))" == "\([LuaValue.integer(1)])")
  }
}
