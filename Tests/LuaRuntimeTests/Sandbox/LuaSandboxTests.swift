import LuaRuntime
import Testing

struct LuaSandboxTests {
  private let script: Script

  init() throws {
    script = try Script()
  }

  @Test func `a script sees only allowed names`() throws {
    let names = try script.run(
      """
      local names = {}
      for name, value in pairs(_G) do
        if type(value) ~= "table" or value == _G then
          names[#names + 1] = name
        else
          for field in pairs(value) do names[#names + 1] = name .. "." .. field end
        end
      end
      table.sort(names)
      return table.concat(names, " ")
      """
    )
    #expect(
      names[0].string
        == """
        _G _VERSION assert coroutine.close coroutine.create coroutine.isyieldable coroutine.resume \
        coroutine.running coroutine.status coroutine.wrap coroutine.yield error getmetatable \
        ipairs math.abs math.acos math.asin math.atan math.ceil math.cos math.deg math.exp \
        math.floor math.fmod math.huge math.log math.max math.maxinteger math.min math.mininteger \
        math.modf math.pi math.rad math.random math.randomseed math.sin math.sqrt math.tan \
        math.tointeger math.type math.ult next os.clock os.date os.difftime os.time pairs pcall \
        print rawequal rawget rawlen rawset select setmetatable string.byte string.char \
        string.find string.format string.gmatch string.gsub string.len string.lower string.match \
        string.pack string.packsize string.rep string.reverse string.sub string.unpack \
        string.upper table.concat table.insert table.move table.pack table.remove table.sort \
        table.unpack tonumber tostring type utf8.char utf8.charpattern utf8.codepoint utf8.codes \
        utf8.len utf8.offset xpcall
        """
    )
  }

  /// Ten lines that crash released versions of Lua, each with a metamethod that scripts cannot set.
  static let crashing: [(name: String, metamethod: String, source: String)] = [
    (
      "joining after the stack has moved", "__concat",
      """
      local function grow(n) if n == 0 then return "x" end local a, b, c = 1, 2, 3
        return (grow(n - 1)) end
      local meta = { __concat = function(a, b) return grow(190) end }
      for i = 1, 100 do
        local co = coroutine.wrap(function()
          local t = setmetatable({}, meta)
          return t .. "a" .. "b" .. "c" .. t .. "d"
        end)
        co()
      end
      """
    ),
    (
      "a long chain of closing coroutines", "__close",
      """
      local last
      for i = 1, 12000 do
        local previous = last
        last = coroutine.create(function()
          local x <close> = setmetatable({}, { __close = function()
            if previous then coroutine.close(previous) end end })
          coroutine.yield()
        end)
        assert(coroutine.resume(last))
      end
      coroutine.close(last)
      """
    ),
    (
      "assigning through a weak metatable near the limit", "__mode",
      """
      local hold = {}
      while true do
        local meta = setmetatable({ __mode = "v" }, nil)
        meta.__newindex = {}
        local t = setmetatable({}, meta)
        for i = 1, 100 do t[("k"):rep(100) .. i] = ("v"):rep(100) .. i end
        hold[#hold + 1] = ("x"):rep(10000) .. #hold
      end
      """
    ),
    (
      "a finalizer that never ends", "__gc",
      """
      setmetatable({}, { __gc = function() while true do end end })
      for i = 1, 1e6 do local t = {} end
      """
    ),
  ]

  @Test(arguments: crashing.indices)
  func `a script that would crash Lua is refused`(index: Int) {
    let (_, metamethod, source) = Self.crashing[index]
    let error = script.failure(source)
    #expect(error?.code == .denied)
    #expect(
      error?.message
        == "setmetatable does not take '\(metamethod)' (scripts have no finalizers, weak tables, "
        + "closing or concatenation of tables); remove it"
    )
  }

  @Test(arguments: [
    ("getmetatable('').__index", "test.lua:1: attempt to index a boolean value"),
    ("string.dump(print)", "test.lua:1: attempt to call a nil value (field 'dump')"),
    ("('x').dump(print)", "test.lua:1: attempt to call a nil value (field 'dump')"),
    (
      "setmetatable(setmetatable({}, { __metatable = 1 }), {})",
      "test.lua:1: cannot change a protected metatable"
    ),
  ])
  func `an escape from the sandbox is closed`(source: String, message: String) {
    #expect(script.failure("return " + source)?.description == message)
  }

  @Test(arguments: [
    ("tostring({})", "\"table: 1\""),
    ("(function() local t = {} return tostring(t) == tostring(t) end)()", "true"),
    ("tostring({}) == tostring({})", "false"),
    ("tostring(print)", "\"function: (C)\""),
    ("tostring(function() end)", "\"function: test.lua:1\""),
    ("tostring(coroutine.create(print))", "\"thread: 1\""),
    ("string.format('%s %s', {}, print)", "\"table: 1 function: (C)\""),
    ("string.format('%p', {})", "\"(address)\""),
    (
      "string.format('%5.1f|%-3d|%q|%%|%10s|%x', 1.25, 7, 'a\\n', 'x', 255)",
      "\"  1.2|7  |\"a\\\n\"|%|         x|ff\""
    ),
    ("tostring(setmetatable({}, { __tostring = function() return 'mine' end }))", "\"mine\""),
    ("tostring(setmetatable({}, { __name = 'Name' }))", "\"Name: 1\""),
    ("('%d'):format(3), ('x'):rep(3), #'abc'", "\"3\" \"xxx\" 3"),
    (
      "pcall(function() return string.format('%d', 'x') end)",
      "false \"test.lua:1: bad argument #2 to 'format' (number expected, got string)\""
    ),
    ("'10' + 1, 2 ^ 3, 7 // 2", "11 8.0 3"),
    ("math.type(1), math.random(1, 1), utf8.len('ä')", "\"integer\" 1 1"),
    ("type(os.time()), os.date('!%Y', 0)", "\"number\" \"1970\""),
  ])
  func `a value is written without its address`(expression: String, result: String) throws {
    #expect(display(try script.run("return " + expression)) == result)
  }

  @Test func `a metatable belongs to its script, and later metamethods apply from the next call`()
    throws
  {
    let results = try script.run(
      """
      local meta = {}
      local one = setmetatable({}, meta)
      meta.__index = function(t, k) return k end
      local before = one.x
      local two = setmetatable({}, meta)
      local after = one.x
      setmetatable(two, nil)
      return getmetatable(one) == meta, before, after, two.x, getmetatable(two)
      """
    )
    #expect(display(results) == "true nil \"x\" nil nil")
  }

  @Test func `a metamethod that is forbidden later has no effect`() throws {
    try script.run(
      """
      local meta = {}
      for i = 1, 100 do setmetatable({}, meta) end
      meta.__gc = function() finalized = true end
      meta.__mode = "k"
      """
    )
    script.state.collect()
    #expect(display(try script.run("return finalized")) == "nil")
  }

  @Test func `without a sandbox, all of Lua is available, and scripts can still wait`() throws {
    let script = try Script(limits: .unlimited)
    try script.define("await", suspends: .always) { _ in .suspend(.nothing) }
    let chunk = try script.load(
      "return type(io.open), load('return 1')(), #('x'):rep(1000000), debug ~= nil, await()"
    )
    guard case .suspended(let task) = script.state.start(chunk),
      case .finished(let values) = script.state.resume(task, with: .values([2]))
    else {
      Issue.record("did not wait")
      return
    }
    #expect(display(values) == "\"function\" 1 1000000 true 2")
  }

  @Test func `environments share nothing`() throws {
    let other = try script.state.makeEnvironment()
    try script.run("string.rep = nil; math.x = 1; shared = 1; table.sort = nil")
    let look = try script.state.load(
      "return string.rep, math.x, shared, table.sort, ('x'):rep(2)",
      name: "b.lua",
      environment: other
    )
    let results = try script.state.call(look)
    #expect(display(results) == "function nil nil function \"xx\"")
  }

  @Test func `print passes its position to the host`() throws {
    var lines: [String] = []
    try script.state.onPrint { text, position in lines.append("\(position?.line ?? 0) \(text)") }
    try script.run("print('a', 1, nil)\nprint()\nprint({}, true)")
    #expect(lines == ["1 a\t1\tnil", "2 ", "3 table: 1\ttrue"])
  }

  @Test(arguments: [
    (
      "an addition", "function string.first(s) return s:sub(1, 1) end return ('xy'):first()",
      "\"x\""
    ),
    ("a field", "string.mark = 7 return ('xy').mark", "7"),
    ("what is not there", "return ('xy').first", "nil"),
    (
      "a method of Lua stays", "function string.upper() return 1 end return ('xy'):upper()",
      "\"XY\""
    ),
    ("a removed function stays a method", "string.upper = nil return ('xy'):upper()", "\"XY\""),
    (
      "no metatable of the table is used",
      "setmetatable(string, { __index = function() return 7 end }) return ('xy').first, string.first",
      "nil 7"
    ),
    (
      "another table is not looked at",
      "string = { first = 7 } return ('xy').first",
      "nil"
    ),
    ("no script gets the metatable", "return getmetatable('')", "false"),
    (
      "nor changes it",
      "return pcall(setmetatable, '', {})",
      "false \"bad argument #1 to '?' (table expected, got string)\""
    ),
  ])
  func `strings have the methods that the active scripts add to string`(
    row: (name: String, script: String, expected: String)
  ) throws {
    try script.state.findMethods(in: script.environment)
    #expect(display(try script.run(row.script)) == row.expected)
  }

  @Test func `strings have the methods of only one environment`() throws {
    let other = try script.state.makeEnvironment()
    let add = "function string.name() return ... end"
    _ = try script.state.call(
      script.state.load(add.replacing("...", with: "'b'"), name: "b.lua", environment: other)
    )
    try script.run(add.replacing("...", with: "'a'"))
    #expect(display(try script.run("return ('x').name")) == "nil")
    for (environment, expected) in [(other, "\"b\""), (script.environment, "\"a\"")] {
      try script.state.findMethods(in: environment)
      #expect(display(try script.run("return ('x'):name()")) == expected)
    }
  }

  @Test func `globals are renewed, and earlier functions keep the old ones`() throws {
    try script.run("count = 1 table.count = 2 function look() return count, table.count end")
    let look = try #require(try script.environment.get("look").function)
    try script.state.renew(script.environment)
    #expect(display(try script.run("return count, table.count, look")) == "nil nil nil")
    #expect(display(try script.state.call(look)) == "1 2")
  }

  @Test(arguments: [false, true])
  func `a script runs again with other globals, and its earlier functions keep theirs`(
    countsLines: Bool
  ) throws {
    if countsLines { script.state.beginCountingLines(byHook: false) }
    let chunk = try script.load("count = (count or 0) + 1 function look() return count end")
    let other = try script.state.makeEnvironment()
    let places = [script.environment, other, script.environment]
    var looks: [LuaFunction] = []
    for environment in places {
      #expect(try script.state.move(chunk, to: environment))
      _ = try script.state.call(chunk)
      looks.append(try #require(try environment.get("look").function))
    }
    let counts = try looks.map { display(try script.state.call($0)) }
    #expect(counts == ["2", "1", "2"])
    #expect(try Script().state.move(chunk, to: other) == false)
  }

  @Test func `a script that replaces its globals does not replace those of others`() throws {
    let first = try script.load("_ENV = { hidden = 1 }")
    let second = try script.load("return hidden")
    for _ in 1...2 {
      for chunk in [first, second] { _ = try script.state.move(chunk, to: script.environment) }
      _ = try script.state.call(first)
      #expect(display(try script.state.call(second)) == "nil")
    }
  }

  @Test func `copied globals share no table without a metatable`() throws {
    let list = LuaValue.reference(try script.state.makePlainTable())
    try script.environment.set("list", to: list)
    var inner = LuaTable()
    inner["value"] = .integer(1)
    var outer = LuaTable()
    (outer["inner"], outer["list"]) = (.table(inner), list)
    var modules = LuaTable()
    modules["module"] = .table(outer)
    let table = try script.state.hold(.table(modules))
    for _ in 1...2 {
      try script.state.copy(table, into: script.environment)
      #expect(display(try script.run("return module.inner.value, module.list == list")) == "1 true")
      try script.run("module.inner.value = 2 module = nil")
    }
  }
}
