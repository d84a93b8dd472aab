import LuaRuntime
import TestSupport
import Testing

@Suite struct BreakpointTests {
  @Test func `a script stops at a breakpoint before the line runs`() throws {
    let debugged = try Debugged([2])
    debugged.ask = { debugged in #expect(debugged.value("x") == "1") }
    try debugged.finish("local x = 1\nx = x + 1\nreturn x")
    #expect(debugged.stops == ["2 breakpoint"])
  }

  @Test func `without breakpoints, no script stops`() throws {
    let debugged = try Debugged()
    try debugged.finish("local function f() return 1 end\nreturn f()")
    #expect(debugged.stops.isEmpty)
  }

  @Test func `a function stops each time it is called, from any caller`() throws {
    let debugged = try Debugged([2])
    try debugged.finish(
      """
      local function f(n)
        return n
      end
      local function g() return f(1) + 1 end
      g()
      f(2)
      pcall(f, 3)
      for _ in string.gmatch("a", "a") do f(4) end
      """
    )
    #expect(debugged.stops == Array(repeating: "2 breakpoint", count: 4))
  }

  @Test func `a function still stops after a callee raised an error`() throws {
    let debugged = try Debugged([4])
    debugged.state.stopAtErrors(raised: false, uncaught: false)
    try debugged.finish(
      """
      local function deep() error("x") end
      local function f()
        pcall(deep)
        return 1
      end
      f()
      """
    )
    #expect(debugged.stops == ["4 breakpoint"])
  }

  @Test func `a coroutine older than the debugger stops`() throws {
    let script = try Script()
    try script.run(
      """
      co = coroutine.wrap(function()
        coroutine.yield()
        local x = 1
        x = 2
      end)
      co()
      """
    )
    var stops: [Int] = []
    _ = try script.state.attachDebugger(script.environment) { stop in
      stops.append(stop.position?.line ?? 0)
      return .on
    }
    script.state.setBreakpoints([3], in: "test.lua")
    try script.run("co()", name: "other.lua")
    #expect(stops == [3])
  }

  @Test func `a resumed script stops at the next line`() throws {
    let debugged = try Debugged([1, 2])
    try debugged.defineWait()
    try debugged.finish("wait()\nlocal x = 1\nreturn x")
    #expect(debugged.stops == ["1 breakpoint", "2 breakpoint"])
  }

  @Test func `a nested coroutine stops after a wait`() throws {
    let debugged = try Debugged([4])
    try debugged.defineWait()
    try debugged.finish(
      """
      local inner = coroutine.wrap(function()
        local y = coroutine.wrap(function()
          wait()
          local x = 1
          return x
        end)()
        return y
      end)
      return inner()
      """
    )
    #expect(debugged.stops == ["4 breakpoint"])
    debugged.ask = { _ in }
  }

  @Test func `breakpoints set during a stop apply immediately, also for callers`() throws {
    let debugged = try Debugged([2])
    debugged.ask = { $0.state.setBreakpoints([2, 5], in: "test.lua") }
    try debugged.finish(
      """
      local function f()
        return 1
      end
      local x = f()
      x = 2
      """
    )
    #expect(debugged.stops == ["2 breakpoint", "5 breakpoint"])
  }

  @Test func `a detached debugger stops nothing`() throws {
    let debugged = try Debugged([1, 2], steps: [.over])
    debugged.ask = { $0.state.detachDebugger() }
    try debugged.finish("local x = 1\nx = 2\nx = 3")
    #expect(debugged.stops == ["1 breakpoint"])
  }

  @Test func `a terminated script cannot catch its end, and others run afterwards`() throws {
    let debugged = try Debugged([1], steps: [.end])
    #expect {
      try debugged.finish("pcall(function()\n  while true do local x = 1 end\nend)")
    } throws: {
      ($0 as? LuaError)?.code == .cancelled
    }
    debugged.state.setBreakpoints([], in: "test.lua")
    try debugged.finish("return 1")
  }

  @Test func `the host's own scripts do not stop`() throws {
    let debugged = try Debugged([1])
    debugged.state.setBreakpoints([1], in: "//own.lua")
    try debugged.script.run("return 1", name: "//own.lua")
    #expect(debugged.stops.isEmpty)
  }

  @Test func `stops do not count as computing time`() throws {
    var limits = LuaLimits()
    limits.computingTime = .milliseconds(200)
    let debugged = try Debugged([1, 2, 3, 4], limits: limits)
    debugged.ask = { debugged in
      #expect(debugged.value("(function() while true do end end)()").hasPrefix("timeout"))
    }
    try debugged.finish("local x = 1\nx = 2\nx = 3\nx = 4")
    #expect(debugged.stops.count == 4)
  }

  @Test func `breakpoints work with instruction counting`() async {
    await #expect(processExitsWith: .success) {
      LuaState.denyWatchdog(true)
      let debugged = try Debugged([2], steps: [.over, .over])
      debugged.ask = { debugged in
        let value = debugged.value("(function() while true do end end)()")
        precondition(value.hasPrefix("timeout"), value)
      }
      try debugged.finish("local x = 1\nx = 2\nx = 3\nx = 4")
      precondition(debugged.stops == ["2 breakpoint", "3 step", "4 step"], "\(debugged.stops)")
      let error = debugged.script.failure("while true do end")
      precondition(error?.code == .timeout)
    }
  }

  static let placements: [(String, [Int])] = [
    ("local x = 1\n\n-- a comment\nx = 2\n", [1, 4]),
    ("local x =\n  g()\n", [2]),
    ("local function f()\n  return 1\nend\n", [2, 3]),
    ("local t = {\n  a = 1,\n  b = g(),\n}\n", [1, 2, 3, 4]),
    ("if a then\n  b()\nelse\n  c()\nend\n", [1, 2, 4, 5]),
    ("local s = [[\n\n\n]]\n", [4]),
    ("", [1]),
  ]

  @Test(arguments: placements) func `the compiler reports the lines that have code`(
    source: String,
    lines: [Int]
  ) throws {
    let script = try Script()
    let compiled = try script.load(source).compiled(name: "test.lua")
    #expect(compiled?.activeLines == lines)
  }
}
