import LuaRuntime
import TestSupport
import Testing

/// Arguments that take long to pass, or that are never read.
struct LuaArgumentTests {
  /// A state with a function that starts work immediately, one that can suspend, and one that
  /// returns.
  private func makeScript(limits: LuaLimits = LuaLimits()) throws -> Script {
    let script = try Script(limits: limits)
    let wait = try script.state.makeSuspending("wait", for: .named("wait"))
    try script.environment.set("wait", to: .function(wait))
    try script.define("ask", suspends: .sometimes) { _ in .suspend(.nothing) }
    try script.define("take") { _ in .values([]) }
    return script
  }

  private func end(_ script: Script, _ source: String) throws -> LuaStep {
    var step = script.state.start(try script.load(source))
    while case .suspended(let task) = step {
      if task.suspendingCall != nil { _ = try script.state.call(of: task) }
      step = script.state.resumeAtOnce(task, throwing: LuaError("refused", "no"))
    }
    return step
  }

  private func code(_ step: LuaStep) -> LuaErrorCode? {
    if case .failed(let error) = step { error.code } else { nil }
  }

  private static let functions = ["wait", "ask", "take"]

  /// A table of three million values, which take little memory in Lua.
  private static let long = """
    local row = {} for i = 1, 32000 do row[i] = true end
    local long = {} for i = 1, 100 do long[i] = row end

    """

  private static let tables = """
    local row = {} for i = 1, 8000 do row[i] = {} end
    local long = {} for i = 1, 50 do long[i] = row end

    """

  @Test(arguments: functions, [long, tables])
  func `passing values counts as the script's computing time`(name: String, values: String) throws {
    let limits = LuaLimits(
      memoryBytes: 32 << 20,
      computingTime: .milliseconds(TestScale.endingMilliseconds)
    )
    for attempt in 1...3 {
      let script = try makeScript(limits: limits)
      let start = Attack.threadTime
      let step = try end(script, values + "while true do pcall(\(name), long) end")
      let time = Attack.threadTime - start
      #expect(code(step) == .timeout, "\(step)")
      if time <= Attack.allowance(limits) { return }
      #expect(attempt < 3, "\(time) ms")
    }
  }

  @Test(arguments: functions, ["CALL", "coroutine.wrap(function() CALL end)()"])
  func `a script that is stopped while it passes values leaves nothing behind`(
    name: String,
    place: String
  ) throws {
    let script = try makeScript(
      limits: LuaLimits(memoryBytes: 32 << 20, computingTime: .milliseconds(5))
    )
    let call = place.replacing("CALL", with: "\(name)(long, list)")
    let source =
      Self.long + "local list = {} for i = 1, 3000 do list[i] = function() return i end end\n"
      + call
    for _ in 1...TestScale.stoppedCalls { #expect(code(try end(script, source)) == .timeout) }
    script.state.collect()
    #expect(script.state.memoryInUse < 200_000)
    #expect(try script.run("take(print, function() end) return 1").count == 1)
  }

  @Test func `unread arguments of a refused call are released`() throws {
    let script = try makeScript(limits: LuaLimits(memoryBytes: 8 << 20))
    let type = try script.state.makeClass(LuaClassDefinition<Int>("Big"))
    try script.environment.set("big", to: .object(LuaObject(1, type: type, bytes: 16 << 20)))
    try script.run(
      """
      local list = {} for i = 1, 4000 do list[i] = function() return i end end
      for i = 1, 20 do pcall(take, 'x', list, print) end
      """
    )
    try script.environment.set("big", to: .nil)
    script.state.collect()
    #expect(script.state.memoryInUse < 200_000)
    #expect(try script.run("take(print) return 1").count == 1)
  }

  @Test func `long arguments arrive complete, each with its own wait`() throws {
    let script = try makeScript()
    func start(_ source: String) throws -> LuaTask {
      guard case .suspended(let task) = script.state.start(try script.load(source)) else {
        throw LuaError("test", "does not wait")
      }
      return task
    }
    let long = try start("return wait(('x'):rep(100000), { function() return 7 end })")
    let short = try start("return wait('y')")
    let call = try script.state.call(of: long)
    #expect(call[0].string?.count == 100_000)
    #expect(call.byteCount > 100_000 && call.canSuspend)
    #expect(call.caller()?.line == 1)
    #expect(try display(script.state.call(of: short).arguments) == #""y""#)
    guard let function = call[1].table?.array.first?.function else {
      Issue.record("no function")
      return
    }
    #expect(try display(script.state.call(function)) == "7")
    guard case .finished(let values) = script.state.resume(long, with: .values([1])) else {
      Issue.record("does not end")
      return
    }
    #expect(display(values) == "1")
  }

  @Test func `if a script cannot wait, long arguments are refused like short ones`() throws {
    let script = try makeScript()
    #expect(
      script.failure("wait(('x'):rep(100000))")?.message == "cannot await here (at load time)"
    )
  }
}
