import Foundation
import LuaRuntime
import Testing

@Suite struct StepTests {
  static let calls = """
    local function f(n)
      local m = n
      return m
    end
    local x = f(1)
    x = 2
    return x
    """

  @Test func `step over goes to the next line of the function`() throws {
    let debugged = try Debugged([5], steps: [.over, .over])
    try debugged.finish(Self.calls)
    #expect(debugged.stops == ["5 breakpoint", "6 step", "7 step"])
  }

  @Test func `step into enters a call, and step out returns`() throws {
    let debugged = try Debugged([5], steps: [.into, .out])
    try debugged.finish(Self.calls)
    #expect(debugged.stops == ["5 breakpoint", "2 step", "6 step"])
  }

  @Test func `step over at the end of a function goes to its caller`() throws {
    let debugged = try Debugged([3], steps: [.over, .over])
    try debugged.finish(Self.calls)
    #expect(debugged.stops.prefix(2) == ["3 breakpoint", "6 step"])
  }

  @Test func `a breakpoint inside a stepped-over call stops`() throws {
    let debugged = try Debugged([5, 3], steps: [.over, .over])
    try debugged.finish(Self.calls)
    #expect(debugged.stops == ["5 breakpoint", "3 breakpoint", "6 step"])
  }

  @Test func `a tail call is stepped over`() throws {
    let debugged = try Debugged([4], steps: [.over])
    try debugged.finish(
      """
      local function g()
        return 1
      end
      local function f() return g() end
      local x = f()
      x = 2
      """
    )
    #expect(debugged.stops.first == "4 breakpoint")
    #expect(!debugged.stops.contains("2 step"))
  }

  @Test(arguments: [LuaGo.over, .into])
  func `a step over a wait ends on another line`(go: LuaGo) throws {
    let debugged = try Debugged([2], steps: [go, .over])
    try debugged.defineWait()
    try debugged.finish("local x = 1\nwait()\nx = 2\nx = 3")
    #expect(debugged.stops == ["2 breakpoint", "3 step", "4 step"])
  }

  @Test func `a step over a wait ends in the calling frame`() throws {
    let debugged = try Debugged([2], steps: [.over, .over])
    try debugged.defineWait()
    try debugged.finish(
      """
      local function f()
        wait()
      end
      f()
      local x = 1
      """
    )
    #expect(debugged.stops == ["2 breakpoint", "3 step", "5 step"])
  }

  @Test func `a step does not end in another script that runs in the meantime`() throws {
    let debugged = try Debugged([2], steps: [.into])
    try debugged.defineWait()
    let state = debugged.state
    let first = state.start(try debugged.script.load("local x = 1\nwait()\nx = 2"))
    let other = state.start(try debugged.script.load("local y = 1\nreturn y", name: "other.lua"))
    guard case .suspended(let task) = first, case .finished = other else {
      Issue.record("the first waits, the other does not")
      return
    }
    _ = state.resume(task)
    #expect(debugged.stops == ["2 breakpoint", "3 step"])
  }

  @Test func `step over stays in its coroutine`() throws {
    let debugged = try Debugged([2], steps: [.over, .over])
    try debugged.finish(
      """
      local co = coroutine.wrap(function()
        coroutine.yield(1)
        local x = 2
        return x
      end)
      co()
      local y = 1
      co()
      """
    )
    #expect(debugged.stops == ["2 breakpoint", "3 step", "4 step"])
  }

  @Test func `the end of a coroutine steps to its resumer`() throws {
    let debugged = try Debugged([2], steps: [.over, .over])
    try debugged.finish(
      """
      local co = coroutine.wrap(function()
        local x = 2
      end)
      co()
      local y = 1
      """
    )
    #expect(debugged.stops == ["2 breakpoint", "3 step", "5 step"])
  }

  @Test func `a step interrupted by a condition continues`() throws {
    let debugged = try Debugged([5, 6], steps: [.over, .pass, .on])
    try debugged.finish(Self.calls)
    #expect(debugged.stops == ["5 breakpoint", "6 breakpoint", "6 step"])
  }

  @Test func `a pause stops the next script at its first line`() throws {
    let debugged = try Debugged()
    debugged.pauser?.pause()
    try debugged.finish("local x = 1\nx = 2")
    #expect(debugged.stops == ["1 pause"])
  }

  @Test func `a pause from another thread stops an endless loop`() async throws {
    let debugged = try Debugged(steps: [.end])
    let pauser = try #require(debugged.pauser)
    try debugged.script.define("begun") { _ in
      Thread.detachNewThread { pauser.pause() }
      return .values([])
    }
    #expect(throws: LuaError.self) {
      try debugged.finish("begun()\nwhile true do local x = 1 end")
    }
    #expect(debugged.stops == ["2 pause"])
  }

  @Test func `a pause stops an endless loop with instruction counting`() async {
    await #expect(processExitsWith: .success) {
      LuaState.denyWatchdog(true)
      let debugged = try Debugged(steps: [.end])
      let pauser = debugged.pauser
      try debugged.script.define("begun") { _ in
        Thread.detachNewThread { pauser?.pause() }
        return .values([])
      }
      try? debugged.finish("begun()\nwhile true do local x = 1 end")
      precondition(debugged.stops == ["2 pause"], "\(debugged.stops)")
    }
  }

  @Test func `a debugger that attaches after another one can pause`() throws {
    let script = try Script()
    _ = try script.state.attachDebugger(script.environment) { _ in .on }
    script.state.detachDebugger()
    var reasons: [String] = []
    let pauser = try script.state.attachDebugger(script.environment) { stop in
      reasons.append("\(stop.reason)")
      return .on
    }
    pauser.pause()
    try script.run("local x = 1")
    #expect(reasons == ["pause"])
  }
}
