import LuaRuntime
import Testing

@testable import ScriptHost

/// The scripts that a process compiles once for all states.
@Suite struct CompiledTextsTests {
  /// The results of a text in a new state, or its error with its place.
  private static func outcome(_ text: String, name: String, limit: Int? = nil) throws -> String {
    var limits = LuaLimits()
    if let limit { limits.sourceBytes = limit }
    let state = try LuaState(limits: limits)
    let environment = try state.makeEnvironment()
    do throws(LuaError) {
      let chunk = try CompiledTexts.load(Array(text.utf8), name: name, in: state, environment)
      return "\(try state.call(chunk))"
    } catch {
      return "\(error)"
    }
  }

  @Test func `a compiled script without names of locals differs only in errors`() throws {
    let text = """
      local first, second = 1.5, nil
      local list = { 1, -2, 0x7FFFFFFFFFFFFFFF, "short", ("long "):rep(20), true, nil, false }
      local function inner(a, ...)
        local sum = a + first + select("#", ...)
        return sum, list, missing
      end
      local sum, all = inner(2, "x")
      local ok, problem = pcall(function() local value = second; return value.field end)
      return sum, #all[5], ok, problem, pcall(function() return unknown.field end)
      """
    func outcome(namesLocals: Bool) throws -> [LuaValue] {
      let state = try LuaState()
      let environment = try state.makeEnvironment()
      let script = try state.load(text, name: "all.lua", environment: environment)
      let form = try #require(script.compiled(name: "all.lua", namesLocals: namesLocals))
      return try state.call(try state.load(form, environment: environment))
    }
    let (named, bare) = (try outcome(namesLocals: true), try outcome(namesLocals: false))
    #expect(named[0...2].map { "\($0)" } == bare[0...2].map { "\($0)" })
    #expect(named[3].string == "all.lua:8: attempt to index a nil value (local 'value')")
    #expect(bare[3].string == "all.lua:8: attempt to index a nil value (upvalue 'second')")
    #expect(named[5].string == "all.lua:9: attempt to index a nil value (global 'unknown')")
    #expect(bare[5].string == named[5].string)
  }

  @Test(arguments: ["return 1, 'text'", "local t\n\nreturn t.field", "x =", ""])
  func `a text has the same outcome in every state`(_ text: String) throws {
    let outcomes = try (1...4).map { _ in try Self.outcome(text, name: "same.lua") }
    #expect(Set(outcomes).count == 1)
  }

  @Test func `texts differ by each byte and by their names`() throws {
    for _ in 1...3 {
      for number: Int64 in 1...2 {
        let outcome = try Self.outcome("return \(number)", name: "a.lua")
        #expect(outcome == "\([LuaValue.integer(number)])")
      }
      for name in ["b.lua", "c.lua"] {
        #expect(try Self.outcome("error('no')", name: name).hasPrefix("\(name):1:"))
      }
    }
  }

  @Test func `a known text is still too large for a state with a smaller limit`() throws {
    let text = "return 'a text of some length'"
    for _ in 1...3 { _ = try Self.outcome(text, name: "large.lua") }
    #expect(try Self.outcome(text, name: "large.lua", limit: 8).contains("at most 8 are allowed"))
  }

  @Test func `a script that counts its lines counts them in each state`() throws {
    let text = Array("local x = 1\nreturn x".utf8)
    for _ in 1...3 {
      let state = try LuaState()
      state.beginCountingLines(byHook: false)
      let environment = try state.makeEnvironment()
      let chunk = try CompiledTexts.load(text, name: "counted.lua", in: state, environment)
      for count in 1...2 {
        _ = try state.call(chunk)
        #expect(state.lineCounts { _, _ in true } == ["counted.lua": [1: count, 2: count]])
      }
    }
  }
}
