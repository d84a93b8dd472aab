import LuaRuntime
import Testing

/// Host tables that scripts can read but not change.
struct LuaSealTests {
  private static let advice = "write to another table."

  private static func makeScript() throws -> Script {
    let script = try Script()
    let table = LuaTable(
      [],
      fields: [
        LuaField(key: "open", value: 1), LuaField(key: "close", value: 2),
      ]
    )
    let sealed = try script.state.seal(table, name: "router", advice: advice)
    try script.environment.set("router", to: .reference(sealed))
    return script
  }

  @Test(arguments: [
    ("router.open", "1"), ("router.nothing", "nil"), ("type(router)", "\"table\""),
    ("rawget(router, 'close')", "2"), ("getmetatable(router)", "false"),
    ("(next(router)) ~= nil", "true"), ("#router", "0"),
    ("(function() local n = 0 for k, v in pairs(router) do n = n + v end return n end)()", "3"),
    ("(function() local n = 0 for k, v in next, router do n = n + v end return n end)()", "3"),
    ("select(2, pairs(router)) == router", "true"),
    ("rawequal(select(2, pairs(router)), router)", "true"),
  ])
  func `a sealed table reads like any other`(expression: String, answer: String) throws {
    #expect(display(try Self.makeScript().run("return " + expression)) == answer)
  }

  @Test(arguments: [
    ("router.open = 3", "router.open"), ("router.new = 3", "router.new"),
    ("router['open'] = nil", "router.open"), ("rawset(router, 'open', 3)", "router.open"),
    ("router[('x'):rep(65)] = 3", "router"), ("router[1] = 3", "router"),
    ("table.insert(router, 3)", "router"),
  ])
  func `a sealed table cannot be changed`(line: String, what: String) throws {
    let script = try Self.makeScript()
    let error = script.failure("\n" + line)
    let verb = what.contains(".") ? "set" : "changed"
    #expect(
      error?.description
        == "test.lua:2: '\(what)' cannot be \(verb): \(Self.advice)"
    )
    #expect(error?.code == .denied)
    #expect(display(try script.run("return router.open, router[1]")) == "1 nil")
  }

  @Test(arguments: [
    "setmetatable(router, {})", "setmetatable(router, nil)",
    "getmetatable(router).__index.open = 3",
    "local f, t = pairs(router) t.open = 3", "rawset(router, nil, 3)", "next(router, 'nothing')",
    "for k in pairs(router) do router[k] = nil end",
  ])
  func `no function reaches behind a sealed table`(line: String) throws {
    let script = try Self.makeScript()
    #expect(script.failure(line) != nil)
    #expect(display(try script.run("return router.open, router.close")) == "1 2")
  }

  @Test func `raw functions treat other tables as in Lua`() throws {
    let script = try Script()
    let line = """
      local t = setmetatable({}, { __index = { x = 1 }, __newindex = function() error("no") end })
      rawset(t, "y", 2)
      return rawget(t, "x"), rawget(t, "y"), next(t), rawequal(rawset(t, "z", 3), t), select("#", next({}))
      """
    #expect(display(try script.run(line)) == "nil 2 \"y\" true 1")
  }
}
