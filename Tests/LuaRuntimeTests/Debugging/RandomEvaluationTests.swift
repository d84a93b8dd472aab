import LuaRuntime
import TestSupport
import TextTools
import Testing

/// Random texts in a stopped frame: none of them crashes, leaks, or escapes from the sandbox.
@Suite struct RandomEvaluationTests {
  private static let pieces = [
    "a", "b", "t", "f", "co", "...", "_ENV", "_G", "self", "nil", "true", "1", "0", "2^53", "1e308",
    "'x'", "\"\\0\"", "[[y]]", "{}", "{1,2,x=3}", "t.x", "t[1]", "t.t.t", "#t", "-a", "not b", "~1",
    "+", "-", "*", "/", "//", "%", "..", "==", "~=", "<", "<=", "and", "or", "=", ",", ";", ".",
    ":",
    "(", ")", "[", "]", "{", "}", "function()", "end", "return", "local x =", "local x <const> =",
    "local x <close> =", "if a then", "for i = 1, 3 do", "for k, v in pairs(t) do", "goto l",
    "::l::",
    "do", "repeat", "until true", "break", "print", "error", "error(t)", "assert(false)",
    "pcall(f, a)", "xpcall(f, error)", "select('#', ...)", "setmetatable({}, t)", "getmetatable(t)",
    "rawset(t, 1, 2)", "rawset(_ENV, 'a', 1)", "next(t)", "tostring(t)", "tonumber('9')",
    "string.rep('ab', 9)", "('%d'):format(3)", "('x'):rep(1e9)", "table.concat(t)", "table.sort(t)",
    "table.unpack(t)", "coroutine.wrap(f)()", "coroutine.yield(1)", "coroutine.running()",
    "coroutine.close(co)", "coroutine.resume(co)", "coroutine.create(f)", "wait()", "host(a)",
    "math.random()", "os.time()", "utf8.char(8364)", "os.exit()", "debug.sethook()",
    "string.dump(f)", "load('a')",
    "t.x = t", "t = nil", "a, b = b, a", "f = print", "up = a", "up",
  ]

  private static let script = """
    local up = { 1, 2 }
    local function stop(a, b, ...)
      local t = setmetatable({ 1, 2, x = 3 }, { __index = function(_, k) return k end })
      t.t = t
      local f = function(...) return up, ... end
      local co = coroutine.create(function(...) coroutine.yield(...) end)
      up = a
      return t, f, co
    end
    stop(1, "two", 3, nil, "five")
    """

  private static func text(_ random: inout some RandomNumberGenerator) -> String {
    if Int.random(in: 0..<20, using: &random) == 0 {
      let bytes = (0..<12).map { _ in UInt8.random(in: 0 ... .max, using: &random) }
      return String(decoding: bytes, as: UTF8.self)
    }
    let count = Int.random(in: 1...9, using: &random)
    return (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }
      .joined(separator: " ")
  }

  @Test func `random expressions do not affect the script or the sandbox`() throws {
    let seed = TestScale.seed
    var random = SeededGenerator(seed: seed)
    let debugged = try Debugged([7])
    try debugged.defineWait()
    try debugged.script.define("host") { call in .values([call[0]]) }
    var bytes = 0
    debugged.ask = { debugged in
      let state = debugged.state
      for index in 0..<TestScale.evaluations {
        let text = Self.text(&random)
        _ = debugged.value(text)
        if index.isMultiple(of: 97) {
          let scopes = LuaScope.allCases.map { $0.parent(of: debugged.frame) }
          for scope in scopes {
            for variable in (try? state.variables(of: scope, items: false)) ?? []
            where variable.id != 0 {
              _ = try? state.variables(of: variable.id, items: false)
              _ = try? state.variables(of: variable.id, items: true, count: 3)
            }
          }
          _ = try? state.setVariable("a", of: scopes[0], to: text)
        }
        if index == TestScale.evaluations / 2 { bytes = state.memoryInUse }
      }
      for hidden in ["debug", "io", "load", "dofile", "os.exit", "string.dump"] {
        let value = try? state.evaluate("_G == nil or \(hidden) == nil", in: nil).first?.value
        if value == "false" { Issue.record("seed \(seed): \(hidden) is there") }
      }
      #expect(state.memoryInUse < bytes + 24 << 20, "seed \(seed)")
    }
    do { try debugged.finish(Self.script) } catch is LuaError {}
    #expect(debugged.stops.first == "7 breakpoint", "seed \(seed)")
    if let problem = debugged.problem { throw problem }
  }
}
