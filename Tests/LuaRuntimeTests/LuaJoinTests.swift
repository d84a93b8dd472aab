import LuaRuntime
import Testing

/// `..` of host values, which released versions of Lua get wrong when the stack moves.
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

  /// Joins at every depth of a fresh stack, so that some join is where it has to grow.
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

  @Test func `joining is safe where a script cannot wait`() throws {
    // At some depths it cannot be done safely; then it says so, and nothing else happens.
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
              assert(tostring(result):find("cannot join"), tostring(result))
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

  @Test func `an error value joins with text`() throws {
    let results = try script.run("local _, e = pcall(fail) return 'failed: ' .. e .. '!'")
    #expect(display(results) == "\"failed: test.lua:1: no!\"")
  }
}
