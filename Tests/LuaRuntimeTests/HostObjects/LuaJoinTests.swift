import LuaRuntime
import Testing

/// `..` with host values, which released versions of Lua get wrong when the stack moves.
struct LuaJoinTests {
  private let script: Script

  init() throws {
    script = try Script()
    var definition = LuaClassDefinition<Int>("Thing")
    definition.join = { one, two in .string((one.string ?? "T") + (two.string ?? "T")) }
    let type = try script.state.makeClass(definition)
    try script.environment.set("thing", to: .object(LuaObject(1, type: type)))
    try script.define("fail") { _ in throw LuaError("odd", "no") }
  }

  /// Concatenates at every depth of a new stack, so that one concatenation makes the stack grow.
  static let deep = """
    local function at(depth, join)
      if depth == 0 then return join() end
      local result = at(depth - 1, join)
      return result
    end
    local function join() return "a" .. thing .. "b" .. thing .. "c" .. "d" end
    for depth = 0, 150 do
      assert(coroutine.wrap(at)(depth, join) == "aTbTcd")
      assert(select(2, coroutine.resume(coroutine.create(at), depth, join)) == "aTbTcd")
      assert(at(depth, join) == "aTbTcd")
    end
    """

  @Test func `joining works wherever the stack has to grow`() throws {
    try script.run(Self.deep)
  }

  @Test func `joining is safe if a script cannot wait`() throws {
    // At some depths concatenation is not safe. It then raises an error, and has no other effect.
    let results = try script.run(
      """
      local function at(depth, join)
        if depth == 0 then return join() end
        local result = at(depth - 1, join)
        return result
      end
      local good, refused = 0, 0
      for depth = 0, 150 do
        local co = coroutine.wrap(function()
          local text
          table.sort({ 2, 1 }, function()
            local ok, result = pcall(at, depth, function() return "a" .. thing .. "b" .. "c" end)
            if ok then
              assert(result == "aTbc")
              good = good + 1
            else
              assert(tostring(result):find("cannot concatenate"), tostring(result))
              assert(depth > 30, depth)
              refused = refused + 1
            end
            return false
          end)
        end)
        co()
      end
      return good, refused
      """
    )
    #expect(try #require(results[0].integer) > 100)
  }

  /// Concatenates inside a sort, on a stack that a collection would shrink.
  private static func joins(_ thing: String, after first: String = "") -> String {
    """
    local function deep(n) return n == 0 and 0 or 1 + deep(n - 1) end
    local good, problem = 0
    for round = 1, 20 do
      coroutine.wrap(function()
        local at = \(thing)
        deep(2000)
        table.sort({ 2, 1 }, function()
          \(first)
          local before, text = "before", nil
          local ok, raised = pcall(function() text = "a" .. at .. "b" .. at .. "c" end)
          assert(before == "before")
          if not ok then problem = raised return false end
          assert(text == "aTbTc", text)
          good = good + 1
          return false
        end)
      end)()
    end
    return good, problem and tostring(problem)
    """
  }

  /// Whether Lua itself concatenates safely and can collect meanwhile, as it does from 5.4.5.
  private static let luaJoinsSafely =
    LuaState.release.split(separator: ".").last.flatMap { Int($0) }.map { $0 >= 5 } ?? false

  @Test(arguments: [(1, 20), (1 << 20, luaJoinsSafely ? 20 : 0)])
  func `a full table of objects is not collected during a join that it would break`(
    excess: Int,
    joined: Int
  ) throws {
    let script = try Script(limits: LuaLimits(memoryBytes: 2 << 20))
    var definition = LuaClassDefinition<Int>("Thing")
    definition.join = { one, two in .string((one.string ?? "T") + (two.string ?? "T")) }
    let type = try script.state.makeClass(definition)
    try script.define("make") { call in
      let isSmall = call[0].isNil
      return .values([.object(LuaObject(0, type: type, bytes: isSmall ? 1 : (2 << 20) + excess))])
    }
    let results = try script.run(Self.joins("make()", after: "make(true)"))
    #expect(results[0].integer == Int64(joined))
    // Nothing is lost: the next call by the host collects.
    #expect(results.count == 1 || results[1].isNil == (joined > 0))
    #expect(try script.run("return make() .. 'x'")[0].string == "Tx")
  }

  @Test func `with all libraries, a join does not collect garbage`() throws {
    var limits = LuaLimits()
    limits.hasAllLibraries = true
    let script = try Script(limits: limits)
    let thing = """
      setmetatable({}, { __concat = function(one, two)
        collectgarbage()
        collectgarbage("step")
        return (type(one) == "string" and one or "T") .. (type(two) == "string" and two or "T")
      end })
      """
    let results = try script.run(Self.joins(thing))
    #expect(results[0].integer == 20)
    #expect(try script.run("return collectgarbage() == 0, collectgarbage('count') > 0").count == 2)
  }

  @Test func `an error value can be joined with text`() throws {
    let results = try script.run("local _, e = pcall(fail) return 'failed: ' .. e .. '!'")
    #expect(display(results) == "\"failed: test.lua:1: no!\"")
  }
}
