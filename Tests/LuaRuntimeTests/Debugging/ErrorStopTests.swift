import LuaRuntime
import Testing

@Suite struct ErrorStopTests {
  @Test func `an uncaught error stops with all frames`() throws {
    let debugged = try Debugged()
    var frames: [Int] = []
    debugged.ask = { debugged in
      frames = debugged.state.debugFrames(of: nil).frames.map(\.position.line)
      #expect(debugged.lastStop?.error?.message == "broken")
      #expect(debugged.value("n") == "7")
    }
    #expect(throws: LuaError.self) {
      try debugged.finish("local function f(n)\n  error('broken')\nend\nf(7)")
    }
    #expect(debugged.stops == ["2 uncaught"])
    #expect(frames == [2, 4])
  }

  @Test func `an error in a wrapped coroutine stops there, once`() throws {
    let debugged = try Debugged()
    var frames: [Int] = []
    debugged.ask = { frames = $0.state.debugFrames(of: nil).frames.map(\.position.line) }
    #expect(throws: LuaError.self) {
      try debugged.finish("local co = coroutine.wrap(function()\n  local x = nil + 1\nend)\nco()")
    }
    #expect(debugged.stops == ["2 uncaught"])
    #expect(frames == [2, 4])
  }

  @Test func `a caught error does not stop`() throws {
    let debugged = try Debugged()
    try debugged.finish(
      """
      pcall(error, 'a')
      xpcall(error, function(m) return m end, 'b')
      coroutine.resume(coroutine.create(function() error('c') end))
      pcall(coroutine.wrap(function() error('d') end))
      """
    )
    #expect(debugged.stops.isEmpty)
  }

  @Test func `with the option for all errors, each error stops where it is raised`() throws {
    let debugged = try Debugged()
    debugged.state.stopAtErrors(raised: true, uncaught: false)
    var messages: [String] = []
    debugged.ask = { messages.append($0.lastStop?.error?.message ?? "") }
    try debugged.finish(
      """
      local a, b = pcall(function()
        error('a', 0)
      end)
      assert(a == false and b == 'a')
      xpcall(function()
        error('b', 0)
      end, function(m) return m end)
      coroutine.resume(coroutine.create(function()
        error('c', 0)
      end))
      assert(select('#', pcall(function() return 1, 2 end)) == 3)
      """
    )
    #expect(debugged.stops == ["2 raised", "6 raised", "9 raised"])
    #expect(messages == ["a", "b", "c"])
  }

  @Test func `a script that is terminated at an error does not catch it`() throws {
    let debugged = try Debugged(steps: [.end])
    debugged.state.stopAtErrors(raised: true, uncaught: false)
    #expect {
      try debugged.finish("pcall(error, 'a')\nreturn 1")
    } throws: {
      ($0 as? LuaError)?.code == .cancelled
    }
  }

  @Test func `a wait inside pcall continues while errors are observed`() throws {
    let debugged = try Debugged()
    try debugged.defineWait()
    debugged.state.stopAtErrors(raised: true, uncaught: true)
    try debugged.finish(
      "local ok, x = pcall(function() wait() return 5 end)\nassert(ok and x == 5)"
    )
    #expect(debugged.stops.isEmpty)
  }

  @Test func `a script that computes too long stops at its current line`() throws {
    var limits = LuaLimits()
    limits.computingTime = .milliseconds(50)
    let debugged = try Debugged(limits: limits)
    debugged.ask = { #expect($0.value("x") == "1") }
    #expect {
      try debugged.finish("local x = 1\nwhile true do end")
    } throws: {
      ($0 as? LuaError)?.code == .timeout
    }
    #expect(debugged.stops == ["2 uncaught"])
    try debugged.finish("return 1")
  }
}
