import LuaRuntime
import Testing

struct LuaDecisionTests {
  private let script: Script
  private let shape: LuaRecordShape
  private let record: LuaRecord

  init() throws {
    script = try Script()
    shape = try script.state.makeRecordShape(
      LuaRecordDefinition("state", parameters: [LuaRecordParameter("id")])
    )
    record = LuaRecord(in: script.state)
    record.begin(shape, text: Array("/user/42".utf8), ranges: [6..<8])
  }

  private func decide(_ body: String) throws -> LuaDecision {
    let function = try script.run("return " + body)[0].function
    return script.state.decide(try #require(function), record, target: record)
  }

  private func describe(_ decision: LuaDecision) -> String {
    switch decision {
    case .answered(.nothing): "nothing"
    case .answered(.explicitNil): "nil"
    case .answered(.yes): "yes"
    case .answered(.no(let reason)): "no \(reason ?? "-")"
    case .answered(.text(let text)): "text \(text)"
    case .answered(.object(let object)): "object \(object.type.name)"
    case .answered(.other(let type)): "other \(type)"
    case .suspended: "suspended"
    case .failed(let error): "failed \(error.code.rawValue) \(error)"
    }
  }

  @Test(arguments: [
    ("function() end", "nothing"),
    ("function(state) end", "nothing"),
    ("function(state) return end", "nothing"),
    ("function(state) return nil end", "nil"),
    ("function(state) return state.params.id == '42' end", "yes"),
    ("function(state) return false end", "no -"),
    ("function(state) return false, 'why' end", "no why"),
    ("function(state) return '/login' end", "text /login"),
    ("function(state) return 3 end", "other number"),
    ("function(state) return {} end", "other table"),
    ("function(state, target) return rawequal(state, target) end", "yes"),
    ("function(...) return select('#', ...) == 2 end", "yes"),
    ("function(state) error('no') end", "failed script_error test.lua:1: no"),
    ("function(state) error({ code = 'odd', message = 'x' }) end", "failed odd test.lua:1: x"),
  ])
  func `a guard's answer is read`(body: String, answer: String) throws {
    #expect(describe(try decide(body)) == answer)
  }

  @Test func `a guard returns an object`() throws {
    let type = try script.state.makeClass(LuaClassDefinition<Int>("Location"))
    let object = LuaObject(1, type: type)
    try script.environment.set("place", to: .object(object))
    guard case .answered(.object(let found)) = try decide("function() return place end") else {
      Issue.record("no object")
      return
    }
    #expect(found === object)
  }

  @Test func `a guard waits and keeps its state`() throws {
    try script.define("await", suspends: .always) { _ in .suspend(.nothing) }
    let body = "function(state) await() return state.params.id end"
    guard case .suspended(let task) = try decide(body) else {
      Issue.record("did not wait")
      return
    }
    record.begin(shape, text: Array("/user/7".utf8), ranges: [6..<7])
    #expect(describe(try decide("function(state) return state.params.id end")) == "text 7")
    #expect(describe(LuaDecision(script.state.resume(task))) == "text 42")
  }

  @Test func `a record lives as long as a script keeps it`() throws {
    let body = "function(state) kept = kept or state return rawequal(kept, state) end"
    #expect(describe(try decide(body)) == "yes")
    #expect(describe(try decide(body)) == "yes")
    record.begin(shape, text: Array("/user/7".utf8), ranges: [6..<7])
    #expect(describe(try decide(body)) == "no -")
    #expect(describe(try decide("function() return kept.params.id end")) == "text 42")
    #expect(describe(try decide("function(state) return state.params.id end")) == "text 7")
  }

  @Test func `a guard that fails leaves the state usable`() throws {
    for _ in 0..<100 {
      _ = try decide("function(state) local x = nil; return x.y end")
    }
    #expect(describe(try decide("function(state) return true end")) == "yes")
  }
}
