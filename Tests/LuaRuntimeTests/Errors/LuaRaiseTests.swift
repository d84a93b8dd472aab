import LuaRuntime
import TestSupport
import Testing

/// Errors raised in every possible place.
struct LuaRaiseTests {
  /// Ways to raise an error, to be inserted for `$`.
  static let raises = [
    "error()", "error(nil)", "error('text')", "error('text', 0)", "error('text', 2)", "error(1)",
    "error(1.5)", "error(true)", "error({})", "error({ message = 'm', code = 'c' })",
    "error({ message = {} })", "error(print)", "error(coroutine.create(print))",
    "error(setmetatable({}, { __tostring = function() error('inner') end }))",
    "error(setmetatable({}, { __index = function() error('inner') end }))",
    "error(('x'):rep(300000))", "error(('x'):rep(300000), 2)", "error('a\\0b\\xff')",
    "error(thing)", "error(thing.field, 3)", "local x = nil; x()", "local x = nil; x.y = 1",
    "return 1 < {}", "return {} .. 1", "return #5", "return 1 // 0", "return 1 & 1.5",
    "throw()", "throwLevel()", "thing.missing()", "thing.broken()", "thing.other = 1",
    "thing:method()", "thing()", "return #thing", "return -thing", "return thing < 1",
    "return tostring(thing)", "return thing .. thing", "return 'a' .. thing .. 'b'",
    "for _ in pairs(thing) do end", "local t <close> = thing", "assert(false)", "assert(nil, {})",
    "local function f() return f() + 1 end return f()",
    "local function f() pcall(f) end f() f(nil)",
    "local t = {} t[1] = t return host(t)", "return host({ [{}] = 1 })",
    "local t = {} for i = 1, 40 do t = { t } end return host(t)",
    "return host(('x'):rep(400000):rep(1))", "string.rep()", "('x'):rep(1e9)",
    "table.concat({ {} })", "string.format('%d', 'x')", "string.format('%s')",
    "setmetatable({}, { __gc = print })", "setmetatable(1, {})", "string.char(-1)",
    "coroutine.wrap(function() error('in coroutine') end)()",
    "coroutine.wrap(function() error({ code = 1 }) end)()",
    "coroutine.resume(1)", "coroutine.yield()", "coroutine.close(coroutine.running())",
    "require 'nothing'", "local a <const> = 1; a.b.c = 2",
    "('x'):gsub('x', function() error('in gsub') end)",
    "table.sort({ 3, 2, 1 }, function() error('in sort') end)",
    "table.sort({ 3, 2, 1 }, function() return true end)",
    "return #setmetatable({}, { __len = function() error('in len') end })",
    "return setmetatable({}, { __index = function() error('in index') end }).x",
    "return setmetatable({}, { __eq = function() error('eq') end }) == setmetatable({}, {})",
    "select(-1)", "math.random(0, -1)", "utf8.codepoint('\\xff')", "os.time({})", "goOn(chunk)",
    "string.pack('i17', 1)", "next({}, 1)", "rawset(1, 1, 1)", "tostring()", "ipairs()",
    "load('x')", "xpcall(print)", "xpcall()", "pcall()", "call(error)", "call(1)",
    "return ('x'):bad()", "error(record)", "return record.nothing", "record.id = 1",
    "return record.params.bad", "return await()",
  ]

  /// Places to raise an error in.
  ///
  /// `$` is replaced by the way.
  static let places = [
    "$", "return (function() $ end)()", "return pcall(function() $ end)",
    "return xpcall(function() $ end, function(m) return m end)",
    "return xpcall(function() $ end, function(m) $ end)",
    "return xpcall(function() $ end, error)",
    "return coroutine.wrap(function() $ end)()",
    "return coroutine.resume(coroutine.create(function() coroutine.yield() $ end))",
    "local c = coroutine.create(function() coroutine.yield() $ end) coroutine.resume(c) "
      + "return coroutine.resume(c), coroutine.status(c), coroutine.close(c)",
    "return call(function() $ end)", "return pcall(call, function() $ end)",
    "return ('x'):gsub('x', function() $ end)",
    "table.sort({ 2, 1 }, function() $ end)",
    "return tostring(setmetatable({}, { __tostring = function() $ end }))",
    "return setmetatable({}, { __index = function() $ end }).x",
    "return host(setmetatable({}, { __index = function() $ end }))",
    "await() $", "return pcall(function() await() $ end)",
    "return coroutine.wrap(function() await() $ end)()",
    "return pcall(coroutine.wrap(function() pcall(await) await() $ end))",
    "print(setmetatable({}, { __tostring = function() $ end }))",
    "for _ in (function() $ end) do break end",
  ]

  /// A state with values of every kind.
  private func makeScript() throws -> Script {
    let script = try Script(limits: LuaLimits(memoryBytes: 8 << 20))
    var definition = LuaClassDefinition<Int>("Thing", fieldNames: ["field"])
    definition.methods = [LuaMethod("method") { _ in throw LuaError("odd", "method") }]
    definition.get = { _, name in
      if name == "broken" { throw LuaError("odd", "getter") }
      return name == "field" ? "value" : nil
    }
    definition.set = { _, _, _ in throw LuaError("odd", "setter") }
    definition.join = { _, _ in throw LuaError("odd", "join") }
    definition.call = { _ in throw LuaError("odd", "call") }
    definition.pairs = { _ in throw LuaError("odd", "pairs") }
    definition.close = { _, _ in throw LuaError("odd", "close") }
    let type = try script.state.makeClass(definition)
    try script.environment.set("thing", to: .object(LuaObject(1, type: type)))
    try script.define("throw") { _ in throw LuaError("odd", "thrown") }
    try script.define("throwLevel") { _ in throw LuaError("odd", "thrown", level: 9) }
    try script.define("host") { call in .values(call.arguments) }
    try script.define("call") { call in .call(try call.function(0), [1, "two"]) }
    try script.define("await", suspends: .always) { _ in .suspend(.nothing) }
    let chunk = try script.load("return 1")
    try script.environment.set("chunk", to: .function(chunk))
    try script.define("goOn") { call in .values(try call.state.call(call.function(0))) }
    let shape = try script.state.makeRecordShape(
      LuaRecordDefinition(
        "state",
        parameters: [
          LuaRecordParameter(
            "id",
            parse: try script.run("return function() error('p') end")[0]
              .function
          )
        ]
      )
    )
    let record = LuaRecord(in: script.state)
    record.begin(shape, text: [65], ranges: [0..<1])
    try script.environment.set("record", to: .record(record))
    return script
  }

  @Test(arguments: places)
  func `an error leaves the state usable wherever it is raised`(place: String) throws {
    let script = try makeScript()
    let before = script.state.hostValueCount
    let first = (Self.places.firstIndex(of: place) ?? 0) % TestScale.valueStride
    for number in stride(from: first, to: Self.raises.count, by: TestScale.valueStride) {
      let way = Self.raises[number]
      for isWaiting in [false, true] {
        let source = place.replacing("$", with: way)
        guard let function = try? script.load(source) else { continue }
        if isWaiting {
          var step = script.state.start(function)
          var count = 0
          while case .suspended(let task) = step {
            count += 1
            step =
              count % 2 == 0
              ? script.state.resume(task) : script.state.resume(task, throwing: LuaError("o", "r"))
          }
        } else {
          _ = try? script.state.call(function)
        }
        #expect(!script.state.isPoisoned, "\(source)")
      }
    }
    script.state.collect()
    #expect(script.state.hostValueCount == before)
    #expect(display(try script.run("return host({ 1, { 2 } })")) == "{1,{2}}")
  }

  /// Ways for C to call itself through a script.
  static let nestings = [
    "local function f() ('x'):gsub('x', f) end f()",
    "local function f() table.sort({ 2, 1 }, f) end f()",
    "local function f() pcall(f) error('up') end f()",
    "local function f() local ok, e = pcall(f) if not ok then error(e, 0) end end f()",
    "local function f() return xpcall(f, f) end f() error('up')",
    "local function f() coroutine.wrap(f)() end f()",
    "local function f() assert(coroutine.resume(coroutine.create(f))) end f()",
    "local t = setmetatable({}, { __tostring = tostring }) tostring(t)",
    "local t = {} setmetatable(t, { __index = function(t, k) return t[k .. 'x'] end }) return t.x",
    "local t = {} setmetatable(t, { __tostring = function() return ('%s'):format(t) end }) "
      + "tostring(t)",
    "local t = {} setmetatable(t, { __index = t, __newindex = t }) t.x = 1",
    "call(function(f) call(f) end)", "local function f() call(f) end f()",
    "local function f() return call(f) end f()",
    "return '" + String(repeating: "(", count: 190) + "' .. ('x'):find(('('):rep(190))",
  ]

  @Test(arguments: nestings)
  func `endlessly nested calls are an error`(source: String) throws {
    let script = try makeScript()
    #expect(script.failure(source) != nil)
    #expect(!script.state.isPoisoned)
    #expect(display(try script.run("return 1")) == "1")
  }

  @Test func `endlessly nested text is a syntax error`() throws {
    let script = try makeScript()
    for part in ["(", "{", "function() return ", "- ", "not ", "a.b[", "if x then ", "while x do "]
    {
      let source = "return " + String(repeating: part, count: 3000)
      #expect(script.failure(source)?.code == .syntaxError)
      #expect(display(try script.run("return 1")) == "1")
    }
  }

  @Test(arguments: ["(", "\n{", "\n\n("])
  func `an error about endlessly nested text contains the line`(part: String) throws {
    let script = try makeScript()
    let lines = part.count - 1
    for name in ["test.lua", String(repeating: "long/", count: 20) + "name.lua"] {
      let source = "return " + String(repeating: part, count: 3000)
      let error = try #require(script.failure(source, name: name))
      let line = try #require(error.line)
      #expect(error.description == "\(name):\(line): C stack overflow")
      #expect((lines * 150 + 1...lines * 200 + 1).contains(line))
    }
  }

  @Test(arguments: [
    ("error()", "test.lua:1: (error object is a nil value)"),
    ("error('text')", "test.lua:1: text"),
    ("error('text', 0)", "test.lua:1: text"),
    ("error('http://x:80: y', 0)", "test.lua:1: http://x:80: y"),
    ("error({})", "test.lua:1: (error object is a table value)"),
    (
      "error(setmetatable({}, { __tostring = print }))",
      "test.lua:1: (error object is a table value)"
    ),
    ("error({ code = 'c', message = 'm' })", "test.lua:1: m"),
    ("error(print)", "test.lua:1: (error object is a function value)"),
    ("local function f() error('deep', 2) end\nf()", "test.lua:2: deep"),
    ("throw()", "test.lua:1: thrown"),
    ("\n\nthing:method()", "test.lua:3: method"),
    ("\nreturn thing .. 1", "test.lua:2: join"),
    (
      "goOn(chunk)",
      "test.lua:1: a host function cannot enter Lua; return '.call' or '.suspend' instead"
    ),
    (
      "local t = {} t.t = t host(t)",
      "test.lua:1: a table that contains itself cannot be passed"
    ),
    (
      "return host({ [{}] = 1 })",
      "test.lua:1: a table with a key of type table cannot be passed"
    ),
    ("print(nil .. 'x')", "test.lua:1: attempt to concatenate a nil value"),
    (
      "local function f() return 1 + f() end f()",
      "test.lua:1: calls are nested too deeply (endless recursion?); end the recursion, or use a"
        + " loop"
    ),
    (
      "local t = setmetatable({}, { __index = function(t, k) return t[k] end })\nlocal x = t.x",
      "test.lua:1: calls are nested too deeply (endless recursion?); end the recursion, or use a"
        + " loop"
    ),
    (
      "local t = setmetatable({}, { __eq = function(a, b) return a == b end })\n"
        + "return t == setmetatable({}, getmetatable(t))",
      "test.lua:1: calls are nested too deeply (endless recursion?); end the recursion, or use a"
        + " loop"
    ),
    (
      "local function f() return coroutine.wrap(f)() end f()",
      "test.lua:1: calls are nested too deeply (endless recursion?); end the recursion, or use a"
        + " loop"
    ),
    (
      "error('stack overflow', 0)",
      "test.lua:1: calls are nested too deeply (endless recursion?); end the recursion, or use a"
        + " loop"
    ),
    (
      "error('" + String(repeating: "x", count: 9000) + "')",
      "test.lua:1: " + String(repeating: "x", count: 4096 - 12)
    ),
  ])
  func `an error contains its place and the problem`(source: String, message: String) throws {
    #expect(try makeScript().failure(source)?.description == message)
  }

  @Test func `an error passes through the host unchanged`() throws {
    let script = try Script()
    let raise = try script.load("error(marked)")
    try script.define("nested", suspends: .always) { _ in .suspend(.nothing) }
    try script.run("marked = setmetatable({}, { __tostring = function() return 'marked' end })")
    let outer = try script.load("local ok, e = pcall(nested) return rawequal(e, marked)")
    guard case .suspended(let task) = script.state.start(outer),
      case .failed(let error) = script.state.start(raise),
      case .finished(let values) = script.state.resume(task, throwing: error)
    else {
      Issue.record("did not get there")
      return
    }
    #expect(display(values) == "true")
  }

  @Test(arguments: [
    "for i = 1, 50000 do pcall(refuse) end return 'end'",
    "for i = 1, 50000 do pcall(refuse, i, { 'x' .. i }) end return 'end'",
    "for i = 1, 50000 do pcall(setmetatable, {}, { __gc = 1 }) end return 'end'",
  ])
  func `a script can catch any number of errors, one after the other`(source: String) throws {
    let script = try Script(limits: LuaLimits(computingTime: .seconds(60)))
    try script.define("refuse") { call in throw LuaError("no", "not for \(call.arguments)") }
    var answer = ""
    // The conditions after loading, when little is collected for a while.
    try script.state.loading(within: .seconds(60), each: .seconds(60)) {
      answer = display(try script.run(source))
    }
    #expect(answer == #""end""#)
  }
}
