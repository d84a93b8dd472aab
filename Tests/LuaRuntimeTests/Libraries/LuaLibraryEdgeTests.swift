import LuaRuntime
import Testing

/// Edge cases of our own library functions.
struct LuaLibraryEdgeTests {
  private let script: Script

  init() throws {
    script = try Script()
  }

  @Test(arguments: [
    ("('a'):rep(300):find(('a?'):rep(199))", "1 199"),
    ("pcall(string.find, ('a'):rep(300), ('a?'):rep(200))", "false \"pattern too complex\""),
    ("('a'):rep(9):find(('b*'):rep(300))", "1 0"),
    ("select('#', ('a'):find(('()'):rep(32)))", "34"),
    ("pcall(string.find, 'a', ('()'):rep(33))", "false \"too many captures\""),
    ("(''):rep(math.maxinteger)", "\"\""),
    ("pcall(string.rep, 'x', math.maxinteger)", "false \"resulting string too large\""),
    ("('x'):rep(3, '--')", "\"x--x--x\""),
    ("('%5.3s|%-12p|'):format('abcdef', {})", "\"  abc|(address)   |\""),
    (
      "pcall(table.sort, { 1, 2, 3, 4 }, function() return true end)",
      "false \"invalid order function for sorting\""
    ),
    ("pcall(utf8.codes, '\\x80')", "false \"bad argument #1 to '?' (invalid UTF-8 code)\""),
    ("tonumber('0x10'), tonumber('zz', 36), tonumber('x')", "16 1295 nil"),
    ("table.unpack({ 1, 2, 3 }, 2), #table.pack(1, nil, 3)", "2 3"),
  ])
  func `an edge case behaves as in Lua`(expression: String, result: String) throws {
    #expect(display(try script.run("return " + expression)) == result)
  }

  @Test(arguments: [
    "('x'):gsub('x', await)",
    "('x'):gsub('x', setmetatable({}, { __index = await }))",
    "table.sort({ 2, 1 }, await)",
    "table.sort({ thing, thing })",
    "table.concat(setmetatable({}, { __index = await }), '', 1, 1)",
    "table.insert(setmetatable({}, { __newindex = await }), 1)",
    "table.remove(setmetatable({}, { __len = await }))",
    "table.move(setmetatable({}, { __index = await }), 1, 1, 1, {})",
    "table.unpack(setmetatable({}, { __index = await }), 1, 1)",
    "('%s'):format(setmetatable({}, { __tostring = await }))",
  ])
  func `a callback of a library cannot wait`(source: String) throws {
    try script.define("await", suspends: .always) { _ in .suspend(.nothing) }
    try script.run("thing = setmetatable({}, { __lt = await })")
    guard case .failed(let error) = script.state.start(try script.load(source)) else {
      Issue.record("did not fail")
      return
    }
    #expect(error.message.hasPrefix("cannot await here (inside '"))
  }

  @Test func `callbacks that call the library again are counted`() throws {
    let error = script.failure(
      "local function f() return (('x'):gsub('x', f)) end return f()"
    )
    let tooDeep =
      "calls are nested too deeply (endless recursion?); end the recursion, or use a loop"
    #expect(error?.code == .stackOverflow)
    #expect(error?.message == tooDeep)
    let sort = "local function f() table.sort({ 2, 1 }, f) return true end f()"
    #expect(script.failure(sort)?.message == tooDeep)
    #expect(display(try script.run("return ('x'):rep(2)")) == "\"xx\"")
  }

  @Test func `a list can change while it is sorted`() throws {
    try script.run(
      """
      for size = 2, 60 do
        local t = {}
        for i = 1, size do t[i] = i * 7919 % 101 end
        pcall(table.sort, t, function(a, b)
          t[#t] = nil
          t[size * 3] = a
          return (a or 0) < (b or 0)
        end)
      end
      """
    )
  }

  @Test func `a callback's replacement can use the rest of the limit`() throws {
    let results = try script.run(
      """
      local text = ("ab"):rep(2000):gsub("a", function() return ("x"):rep(50) end)
      local kept = ("ab"):rep(2000):gsub("a", function() return nil end)
      return #text, #kept
      """
    )
    #expect(display(results) == "102000 4000")
  }

  @Test func `a text near the size limit of a block can be changed`() throws {
    let results = try script.run(
      """
      local text = ("ab"):rep(150000)
      return #text:gsub("b$", "xyz"), #(text .. "%s"):format("end")
      """
    )
    #expect(display(results) == "300002 300003")
  }
}
