import LuaRuntime
import Testing

struct LuaStateTests {
  @Test func `a script returns its result`() throws {
    let script = try Script()
    #expect(display(try script.run("return 1 + 1, 'a' .. 'b', nil, 1.5")) == "2 \"ab\" nil 1.5")
  }

  @Test func `a script takes arguments`() throws {
    let script = try Script()
    let results = try script.run("local t, n = ... return t.name, t[2], n * 2", ["name": "x"], 21)
    #expect(display(results) == "\"x\" nil 42")
  }

  @Test func `a runtime error has file, line, message and traceback`() throws {
    let script = try Script()
    let error = script.failure(
      "local function total(cart)\n  return cart.sum + 1\nend\nlocal x = total({})\nreturn x",
      name: "routes/cart.lua"
    )
    #expect(error?.code == .scriptError)
    #expect(error?.message == "attempt to perform arithmetic on a nil value (field 'sum')")
    #expect(error?.position == LuaPosition(file: "routes/cart.lua", line: 2))
    #expect(
      error?.traceback.map(\.description) == [
        "routes/cart.lua:2: in function 'total'", "routes/cart.lua:4: in the script",
      ]
    )
  }

  @Test func `a syntax error has file, line and the text near it`() throws {
    let script = try Script()
    let error = script.failure("local x = 1\nlocal y ~ 2\n", name: "main.lua")
    #expect(error?.code == .syntaxError)
    #expect(error?.position == LuaPosition(file: "main.lua", line: 2))
    #expect(error?.near == "~")
    #expect(error?.message == "unexpected symbol near '~'")
  }

  @Test func `a script gives its error a code and a message, but no other place`() throws {
    let script = try Script()
    let error = script.failure(
      "\nerror({ code = 'odd', message = 'no', file = 'a.lua', line = 3 })"
    )
    #expect(error?.code == "odd")
    #expect(error?.description == "test.lua:2: no")
  }

  @Test(arguments: [
    "bad_source", "cancelled", "cannot_await", "closed", "denied", "host_error", "memory_limit",
    "misuse", "poisoned", "stack_overflow", "syntax_error", "timeout", "",
  ])
  func `no script can pose as the host`(code: String) throws {
    let script = try Script()
    try script.define("fail") { _ in throw LuaError("odd", "never") }
    let own = script.failure("error({ code = '\(code)', message = 'm' })")
    #expect(own?.code == .scriptError)
    #expect(own?.description == "test.lua:1: m")
    let changed = script.failure(
      """
      local _, e = pcall(fail)
      e.code, e.file, e.line, e.message = "\(code)", "a.lua", 7, "m"
      error(e)
      """
    )
    #expect(changed?.code == "odd")
    #expect(changed?.description == "test.lua:1: m")
  }

  @Test func `a script's code and message are shortened`() throws {
    let script = try Script()
    let error = script.failure("error({ code = ('c'):rep(65), message = ('m'):rep(9000) })")
    #expect(error?.code == .scriptError)
    #expect(error?.message.utf8.count == 4_096)
    #expect(script.failure("error({ code = ('c'):rep(64) })")?.code.rawValue.utf8.count == 64)
  }

  @Test func `a host error that is raised again keeps its place`() throws {
    let script = try Script()
    try script.define("fail") { _ in throw LuaError(.denied, "no") }
    let error = script.failure("local ok, e = pcall(function()\nfail() end)\n\nerror(e)")
    #expect(error?.description == "test.lua:2: no")
    #expect(error?.code == .denied)
  }

  @Test func `compiled Lua is refused`() throws {
    let script = try Script()
    #expect(script.failure("\u{1B}Lua")?.code == .badSource)
  }

  @Test func `a host function returns, throws, and knows its caller`() throws {
    let script = try Script()
    try script.define("twice") { call in .values([.integer(try call.integer(0) * 2)]) }
    try script.define("fail") { _ in throw LuaError("odd", "never") }
    #expect(display(try script.run("return twice(21)")) == "42")
    let error = script.failure("\ntwice({})", name: "a.lua")
    #expect(
      error?.description == "a.lua:2: bad argument #1 to 'twice' (number expected, got table)"
    )
    #expect(
      display(try script.run("local ok, e = pcall(fail) return ok, e.code, tostring(e)"))
        == "false \"odd\" \"test.lua:1: never\""
    )
  }

  @Test func `a host function can call a script function`() throws {
    let script = try Script()
    let module = try script.load("return 'loaded ' .. ...", name: "module.lua")
    try script.define("require") { call in .call(module, [call[0]]) }
    #expect(display(try script.run("return require 'x'")) == "\"loaded x\"")
  }

  @Test func `a script waits and continues`() throws {
    let script = try Script()
    try script.define("await", suspends: .always) { call in .suspend(.named(try call.string(0))) }
    let function = try script.load(
      """
      local a = await("one")
      local ok, b = pcall(await, "two")
      local co = coroutine.wrap(function() local c = await("three") coroutine.yield(c) return 9 end)
      return a, ok, b.message, co(), co()
      """
    )
    var step = script.state.start(function)
    var operations: [String] = []
    for number in 1... {
      guard case .suspended(let task) = step else { break }
      operations.append(task.operation.name ?? "?")
      step =
        number == 2
        ? script.state.resume(task, throwing: LuaError("odd", "second"))
        : script.state.resume(task, with: .values([.integer(Int64(number))]))
    }
    #expect(operations == ["one", "two", "three"])
    guard case .finished(let values) = step else {
      Issue.record("ended as \(step)")
      return
    }
    #expect(display(values) == "1 false \"second\" 3 9")
  }

  @Test func `a script cannot wait inside a sort`() throws {
    let script = try Script()
    var calls = 0
    try script.define("await", suspends: .always) { _ in
      calls += 1
      return .suspend(.nothing)
    }
    let function = try script.load("table.sort({ 2, 1 }, function(a, b) await() end)")
    guard case .failed(let error) = script.state.start(function) else {
      Issue.record("did not fail")
      return
    }
    #expect(
      error.description
        == "test.lua:1: cannot await here (inside 'sort')"
    )
    #expect(script.failure("await()")?.message == "cannot await here (at load time)")
    #expect(calls == 0)
  }
}
