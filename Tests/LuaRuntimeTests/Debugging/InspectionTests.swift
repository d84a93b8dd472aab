import LuaRuntime
import Testing

@Suite struct InspectionTests {
  /// Stops at the first line that contains `--!`, runs the checks, and finishes the script.
  static func stop(
    _ source: String,
    _ arguments: [LuaValue] = [],
    _ ask: @escaping (Debugged) throws -> Void
  ) throws {
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    let line = try #require(lines.firstIndex { $0.contains("--!") }) + 1
    let debugged = try Debugged([line])
    try debugged.defineWait()
    debugged.ask = ask
    try debugged.finish(source, arguments)
    #expect(debugged.stops.first == "\(line) breakpoint")
    if let problem = debugged.problem { throw problem }
  }

  @Test func `frames are the calls of scripts across coroutines, nearest first`() throws {
    try Self.stop(
      """
      local function inner(n)
        return n --!
      end
      local co = coroutine.wrap(function()
        local x = inner(1)
        return x
      end)
      local function outer()
        local y = co()
        return y
      end
      local z = outer()
      """
    ) { debugged in
      let (frames, total) = debugged.state.debugFrames(of: nil)
      #expect(total == 4)
      #expect(frames.map(\.position.line) == [2, 5, 9, 12])
      #expect(frames.map(\.label) == ["inner", "function at test.lua:4", "outer", "test.lua"])
      #expect(
        debugged.state.debugFrames(of: nil, first: 1, count: 2).frames == Array(frames[1...2])
      )
    }
  }

  @Test func `a frame shows its locals, used upvalues and extra arguments`()
    throws
  {
    try Self.stop(
      """
      local around = 5
      local function f(a, ...)
        local b = "x\\ny"
        for i = 3, 3 do
          local a = around --!
        end
      end
      f(1, 2, nil)
      """
    ) { debugged in
      #expect(
        debugged.scope(.locals) == [
          "a = 1", "b = \"x\\ny\"", "i = 3", "...[1] = 2", "...[2] = nil",
        ]
      )
      #expect(debugged.scope(.upvalues) == ["around = 5"])
      #expect(debugged.scope(.globals).contains { $0.hasPrefix("print = function") })
    }
  }

  @Test func `a table shows its items and its names, and a sealed one its content`() throws {
    try Self.stop("local t = { 10, 20, a = 1, ['b c'] = { true }, [2.5] = 0 }\nreturn t --!") {
      debugged in
      let state = debugged.state
      let locals = try state.variables(of: LuaScope.locals.parent(of: debugged.frame), items: false)
      let table = try #require(locals.first)
      #expect(table.itemCount == 2 && table.hasNames && table.typeName == "table")
      let names = try state.variables(of: table.id, items: false).map { "\($0.name) = \($0.value)" }
      #expect(names.map { $0.prefix { $0 != "=" } }.sorted() == ["[\"b c\"] ", "[2.5] ", "a "])
      let items = try state.variables(of: table.id, items: true, first: 1).map(\.value)
      #expect(items == ["20"])
    }
  }

  @Test func `an expression sees locals, then upvalues, then globals`() throws {
    try Self.stop(
      """
      shared = "global"
      local up = "up"
      local function f(shared, ...)
        local hidden = nil
        return up --!
      end
      f("local", 7, 8)
      """
    ) { debugged in
      let expected = [
        "shared": "\"local\"", "up": "\"up\"", "hidden": "nil", "_ENV.shared": "\"local\"",
        "...": "7 8", "1, 2": "1 2", "missing": "nil", "tostring(1)": "\"1\"", "": "",
        "local x = 1; return x + 1": "2",
        "nothing.at.all": "script_error: attempt to index a nil value (global 'nothing')",
        "1 +": "script_error: unexpected symbol near '1'",
        "error({})": "script_error: (error object is a table value)",
      ]
      for (text, answer) in expected { #expect(debugged.value(text) == answer, "\(text)") }
    }
  }

  @Test func `assignments use the same order`() throws {
    try Self.stop(
      """
      local up = 1
      local function f(a)
        local before = a
        up = up --!
        return a, up, fresh
      end
      local a, u, g = f(1)
      assert(a == 10 and u == 20 and g == 30, "the values that were assigned")
      """
    ) { debugged in
      #expect(debugged.value("a, up, fresh = 10, 20, 30") == "")
      #expect(debugged.value("a, up, fresh") == "10 20 30")
    }
  }

  @Test func `variables are set by name`() throws {
    try Self.stop(
      """
      local t = { 1, 2, x = { y = 1 } }
      local function f(n, ...)
        local extra = t
        n = n + 0 --!
        return n, (...)
      end
      local n, e = f(1, 2)
      assert(n == 5 and e == 6 and t.x.y == 7 and t[1] == 8 and t["a b"] == 9)
      """
    ) { debugged in
      let (state, frame) = (debugged.state, debugged.frame)
      let locals = LuaScope.locals.parent(of: frame)
      #expect(try state.setVariable("n", of: locals, to: "2 + 3").value == "5")
      #expect(try state.setVariable("...[1]", of: locals, to: "n + 1").value == "6")
      let table = try state.evaluate("t", in: frame)[0].id
      let inner = try state.evaluate("t.x", in: frame)[0].id
      #expect(try state.setVariable("y", of: inner, to: "7").value == "7")
      #expect(try state.setVariable("[1]", of: table, to: "8").value == "8")
      #expect(try state.setVariable("[\"a b\"]", of: table, to: "9").value == "9")
      #expect(throws: LuaError.self) { try state.setVariable("missing", of: locals, to: "1") }
      #expect(throws: LuaError.self) { try state.setVariable("n", of: locals, to: "1 = 2") }
      #expect(throws: LuaError.self) { try state.setVariable("n", of: locals, to: "x = 2") }
      #expect(throws: LuaError.self) { try state.setVariable("n", of: 9_999, to: "1") }
    }
  }

  @Test func `an endless expression ends, and the script continues`() throws {
    try Self.stop("local x = 1 --!\nx = 2") { debugged in
      let ended = "timeout: was stopped after computing for more than 250 ms"
      #expect(debugged.value("(function() while true do end end)()") == ended)
      #expect(debugged.value("while true do pcall(error) end") == ended)
      #expect(debugged.value("coroutine.wrap(function() while true do end end)()") == ended)
      #expect(debugged.value("x") == "nil")
    }
  }

  @Test func `an expression cannot wait or yield`() throws {
    try Self.stop("local x = 1 --!") { debugged in
      #expect(debugged.value("wait()").hasPrefix("cannot_await: cannot await here"))
      #expect(
        debugged.value("coroutine.yield()")
          == "script_error: attempt to yield from outside a coroutine"
      )
    }
  }

  static let hidden = [
    "debug", "io", "package", "dofile", "loadfile", "load", "require", "os.execute", "os.exit",
    "os.getenv", "os.remove", "string.dump", "collectgarbage", "getmetatable(_ENV)",
    "getmetatable('').__index", "rawget(_ENV, 'print')", "math.nothing",
  ]

  @Test func `an expression cannot escape the sandbox`() throws {
    try Self.stop("local x = 1 --!") { debugged in
      for text in Self.hidden {
        let value = debugged.value(text)
        let isHidden = value == "nil" || value == "false" || value.hasPrefix("script_error: ")
        #expect(isHidden, "\(text) is \(value)")
      }
    }
  }

  @Test func `an expression does not stop at breakpoints or its own errors`() throws {
    try Self.stop("local function f()\n  local x = 1 --!\n  return x\nend\nf()") { debugged in
      debugged.state.stopAtErrors(raised: true, uncaught: true)
      #expect(debugged.value("pcall(error, 'x')") == "false \"x\"")
      #expect(debugged.stops.count == 1)
    }
  }

  @Test func `a function that outlives its expression uses the globals`() throws {
    let debugged = try Debugged([2])
    debugged.ask = { debugged in
      #expect(debugged.value("kept = function() return x, y end") == "")
    }
    try debugged.finish("y = 5\nlocal x = 1\nx = 2")
    debugged.state.setBreakpoints([], in: "test.lua")
    try debugged.finish("local a, b = kept()\nassert(a == nil and b == 5)")
  }

  @Test
  func `waiting scripts have frames, and expressions use the globals when nothing is stopped`()
    throws
  {
    let debugged = try Debugged()
    try debugged.defineWait()
    let state = debugged.state
    let source = "local function f(n)\n  wait()\n  return n\nend\nlocal x = f(3)"
    guard case .suspended(let task) = state.start(try debugged.script.load(source)) else {
      Issue.record("it waits")
      return
    }
    #expect(state.waitingRuns == [task.number])
    let (frames, total) = state.debugFrames(of: task.number)
    #expect(total == 2 && frames.map(\.position.line) == [2, 5])
    #expect(try state.evaluate("n", in: frames[0].id).map(\.value) == ["3"])
    #expect(try state.evaluate("1 + 1", in: nil).map(\.value) == ["2"])
    _ = state.resume(task)
    #expect(state.debugFrames(of: task.number).total == 0)
    #expect(try state.evaluate("n", in: frames[0].id).map(\.value) == ["nil"])
  }

  @Test func `a value without a readable text says so`() throws {
    try Self.stop(
      "local t = setmetatable({}, { __tostring = function() error('no', 0) end })\nreturn t --!"
    ) { debugged in
      #expect(debugged.scope(.locals) == ["t = (tostring: no)"])
    }
  }

  @Test func `inspection is impossible while a script runs`() throws {
    let debugged = try Debugged()
    try debugged.script.define("ask") { call in
      #expect(throws: LuaError.self) { try debugged.state.evaluate("1", in: nil) }
      return .values([])
    }
    try debugged.finish("ask()")
  }
}
