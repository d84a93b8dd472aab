import LuaRuntime
import Testing

/// The time budget of a script, and its end.
struct LuaBudgetTests {
  private func script(_ milliseconds: Int = 30) throws -> Script {
    let script = try Script(limits: LuaLimits(computingTime: .milliseconds(milliseconds)))
    try script.define("await", suspends: .always) { _ in .suspend(.nothing) }
    let pause = try script.state.makeSuspending("pause", for: .named("pause"))
    try script.environment.set("pause", to: .function(pause))
    try script.define("work") { call in
      let end = Attack.threadTime + (call[0].number ?? 0)
      var now = Attack.threadTime
      while now < end {
        let last = now
        now = Attack.threadTime
        if now - last > 10 { clock.isDisturbed = true }
      }
      return .values([])
    }
    return script
  }

  /// Whether the clock of the thread has jumped.
  private final class ThreadClock {
    var isDisturbed = false
  }

  private let clock = ThreadClock()

  /// Repeats a check while the clock jumps: a virtual machine counts processor time taken by others
  /// as the time of the thread, up to 100 ms at once.
  private func undisturbed(_ isSo: () throws -> Bool) rethrows -> Bool {
    for _ in 0..<9 {
      clock.isDisturbed = false
      if try isSo() { return true }
      if !clock.isDisturbed { return false }
    }
    return try isSo()
  }

  private func finish(_ script: Script, _ source: String) throws -> LuaStep {
    var step = script.state.start(try script.load(source))
    while case .suspended(let task) = step { step = script.state.resume(task) }
    return step
  }

  @Test func `the error names its place, the budget, and a remedy`() throws {
    let error = try #require(script().failure("local function f()\nwhile true do end end\nf()"))
    #expect(error.code == .timeout)
    #expect(
      error.description
        == "test.lua:2: the script computed for more than 30 ms; do less at a time, or raise "
        + "computingTime"
    )
    #expect(error.traceback.map(\.position.line) == [2, 3])
  }

  @Test(arguments: [
    "while true do pcall(function() while true do end end) reached = true end",
    "xpcall(function() while true do end end, function() reached = true end) reached = true",
    "coroutine.wrap(function() while true do end end)() reached = true",
    "coroutine.resume(coroutine.create(function() while true do end end)) reached = true",
    "for _ in function() while true do end end do end reached = true",
    "local t = setmetatable({}, { __index = function() while true do end end }) "
      + "pcall(function() return t.x end) reached = true",
    "pcall(await) pcall(function() while true do end end) reached = true",
    "pcall(pause) pcall(function() while true do end end) reached = true",
    "coroutine.wrap(function() pcall(await) pcall(function() while true do end end) "
      + "reached = true end)() reached = true",
  ])
  func `nothing of a script outlives its end`(source: String) throws {
    let script = try script()
    guard case .failed(let error) = try finish(script, source) else {
      Issue.record("not stopped")
      return
    }
    #expect(error.code == .timeout)
    #expect(display(try script.run("return reached")) == "nil")
  }

  @Test func `the same state stops one script after another`() throws {
    let script = try script(15)
    for _ in 0..<8 {
      #expect(script.failure("while true do end")?.code == .timeout)
      #expect(
        script.failure("coroutine.wrap(function() while true do end end)()")?.code == .timeout
      )
      #expect(display(try script.run("return 1")) == "1")
    }
  }

  @Test func `a coroutine of a stopped script is dead`() throws {
    let script = try script(15)
    _ = script.failure(
      "co = coroutine.create(function() while true do end end) pcall(co) "
        + "coroutine.resume(co)"
    )
    #expect(
      display(try script.run("return coroutine.status(co), coroutine.resume(co)"))
        == "\"dead\" false \"cannot resume dead coroutine\""
    )
  }

  @Test func `a coroutine in which a stopped script waited is never resumed`() throws {
    let script = try script(40)
    let source = """
      co = coroutine.create(function() work(25) await() while true do end end)
      coroutine.resume(co)
      """
    guard case .failed(let error) = try finish(script, source) else {
      Issue.record("not stopped")
      return
    }
    #expect(error.code == .timeout)
    #expect(
      display(try script.run("return coroutine.resume(co)"))
        .hasPrefix("false \"cannot resume")
    )
  }

  @Test(arguments: [1, 8, 20], ["await", "pause"])
  func `all runs of a task share its time`(chunk milliseconds: Int, wait: String) throws {
    let script = try script(100)
    let start = Attack.threadTime
    let step = try finish(script, "while true do work(\(milliseconds)) \(wait)() end")
    let time = Attack.threadTime - start
    guard case .failed(let error) = step else {
      Issue.record("not stopped")
      return
    }
    #expect(error.code == .timeout)
    #expect(time > 80 && time < 300, "took \(time) ms")
  }

  @Test func `a long wait costs no time`() throws {
    let script = try script(60)
    let source = "for i = 1, 300 do await() end return 'done'"
    guard case .finished(let values) = try finish(script, source) else {
      Issue.record("stopped")
      return
    }
    #expect(display(values) == "\"done\"")
  }

  @Test func `a new task gets its full time`() throws {
    let script = try script(60)
    for _ in 0..<12 {
      let isFinished = try undisturbed {
        if case .finished = try finish(script, "work(5) await() work(5)") { true } else { false }
      }
      #expect(isFinished)
    }
  }

  @Test func `the time of the host's functions counts`() throws {
    let script = try script(200)
    let start = Attack.threadTime
    #expect(script.failure("pcall(work, 300) while true do end")?.code == .timeout)
    // Without counting it, the script would have 200 ms after the 300 ms of the function.
    let time = Attack.threadTime - start
    #expect(time < 450, "took \(time) ms")
  }

  @Test func `each load has its own time limit, and all loads share another`() throws {
    let script = try script(100)
    func loads() -> Int {
      var loaded = 0
      script.state
        .loading(within: .milliseconds(300), each: .milliseconds(100)) {
          while let function = try? script.load("work(20)"), loaded < 50 {
            guard (try? script.state.call(function)) != nil else { break }
            loaded += 1
          }
          #expect(
            script.failure("while true do end")?.message
              == "the scripts computed for more than 300 ms while loading; do less there"
          )
        }
      return loaded
    }
    #expect(undisturbed { (6...15).contains(loads()) })
    #expect(display(try script.run("return 1")) == "1")
  }

  @Test func `a script that loads others gets additional time`() throws {
    let script = try script(100)
    try script.define("require") { [environment = script.environment] call in
      let source = call[0].string ?? ""
      return .call(try call.state.load(source, name: "m.lua", environment: environment), [])
    }
    func source(_ count: Int) -> String {
      "for i = 1, \(count) do require('work(20)') end return 'done'"
    }
    #expect(script.failure(source(100))?.code == .timeout)
    script.state
      .loading(within: .seconds(2), each: .milliseconds(100)) {
        let isDone = undisturbed { (try? script.run(source(8))).map(display) == "\"done\"" }
        #expect(isDone)
      }
  }

  @Test func `a stop at any moment leaves the state usable`() throws {
    let script = try script(1)
    let source = """
      local n = ...
      local function f(k) if k > 0 then return f(k - 1) + 1 end return 0 end
      local co = coroutine.wrap(function() while true do coroutine.yield(f(20)) end end)
      for i = 1, n do co() pcall(f, 30) ; (("x"):rep(10)):gsub("x", function() f(3) end) end
      """
    let function = try script.load(source)
    for count in 0..<60 {
      do throws(LuaError) {
        _ = try script.state.call(function, [.integer(Int64(400 + 20 * count))])
      } catch {
        #expect(error.code == .timeout)
      }
      #expect(display(try script.run("return 6 * 7")) == "42")
    }
  }

  @Test func `several threads are watched concurrently`() async throws {
    await withTaskGroup(of: LuaErrorCode?.self) { group in
      for _ in 0..<4 {
        group.addTask {
          let script = try? Script(limits: LuaLimits(computingTime: .milliseconds(40)))
          return script?.failure("while true do end")?.code
        }
      }
      for await code in group { #expect(code == .timeout) }
    }
  }

  @Test func `without a watchdog, a count hook has the same effect`() async {
    await #expect(processExitsWith: .success) {
      LuaState.denyWatchdog(true)
      for attack in Attack.onTime {
        let problem = try attack.problem()
        #expect(problem == nil, "\(attack.name): \(problem ?? "")")
      }
    }
  }
}
