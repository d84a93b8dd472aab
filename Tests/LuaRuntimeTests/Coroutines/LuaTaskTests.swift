import LuaRuntime
import Testing

struct LuaTaskTests {
  private let script: Script

  init() throws {
    script = try Script()
    try script.define("await", suspends: .always) { call in .suspend(.named(call[0].string ?? "")) }
    try script.define("maybe", suspends: .sometimes) { call in
      call.canSuspend ? .suspend(.named("maybe")) : .values(["at once"])
    }
    try script.define("call") { call in .call(try call.function(0), []) }
  }

  private func start(_ source: String) throws -> LuaStep {
    script.state.start(try script.load(source))
  }

  private func task(_ step: LuaStep) throws -> LuaTask {
    guard case .suspended(let task) = step else {
      Issue.record("ended as \(describe(step))")
      throw LuaError("test", "not suspended")
    }
    return task
  }

  private func describe(_ step: LuaStep) -> String {
    switch step {
    case .finished(let values): display(values)
    case .suspended(let task): "waits for \(task.operation.name ?? "nothing")"
    case .failed(let error): "failed \(error)"
    }
  }

  @Test(arguments: [
    "return await('x')",
    "return select(2, pcall(await, 'x'))",
    "return select(2, xpcall(await, print, 'x'))",
    "return coroutine.wrap(function() return await('x') end)()",
    "return select(2, coroutine.resume(coroutine.create(await), 'x'))",
    "return call(function() return await('x') end)",
    "return select(2, pcall(coroutine.wrap(function() return select(2, pcall(call, function() "
      + "return coroutine.wrap(await)('x') end)) end)))",
    "local co = coroutine.wrap(function() coroutine.yield(1) return await('x') end) co() "
      + "return co()",
    "for _, v in (function() return 1, await('x') end) do return v end",
    "local t = setmetatable({}, { __index = function() return await('x') end }) return t.y",
    "local t = setmetatable({}, { __add = function() return await('x') end }) return t + 1",
    "local t = setmetatable({}, { __call = function() return await('x') end }) return t()",
  ])
  func `a wait works through any kind of frames`(source: String) throws {
    let task = try task(start(source))
    #expect(task.operation.name == "x")
    #expect(describe(script.state.resume(task, with: .values([42]))) == "42")
  }

  @Test(arguments: [
    "table.sort({ 2, 1 }, function() await() end)",
    "('x'):gsub('x', await)",
    "tostring(setmetatable({}, { __tostring = await }))",
    "coroutine.wrap(function() table.sort({ 2, 1 }, function() await() end) end)()",
    "table.sort({ 2, 1 }, function() coroutine.wrap(await)() end)",
    "xpcall(error, await) await = nil await()",
  ])
  func `waiting where it is impossible is an error at its line`(source: String) throws {
    let step = try start("\n" + source)
    guard case .failed(let error) = step else {
      Issue.record("ended as \(describe(step))")
      return
    }
    #expect(error.line == 2)
  }

  @Test(arguments: [
    ("table.sort({ 2, 1 }, function() await() end)", "(inside 'sort')"),
    ("('x'):gsub('x', await)", "(inside 'gsub')"),
    ("local by = table.sort by({ 2, 1 }, await)", "(inside 'sort')"),
    ("error(select(2, pcall(table.sort, { 2, 1 }, await)))", "(inside 'sort')"),
    ("error(select(2, pcall(string.gsub, 'x', 'x', function() await() end)))", "(inside 'gsub')"),
    ("tostring(setmetatable({}, { __tostring = await }))", "(inside 'tostring')"),
    ("xpcall(error, await)", "(inside a message handler)"),
    (
      "table.sort({ 2, 1 }, function() coroutine.wrap(await)() end)",
      "(inside a coroutine that was resumed where nothing can wait)"
    ),
  ])
  func `the error names the reason why a script cannot wait`(source: String, place: String) throws {
    let source =
      source.hasPrefix("xpcall")
      ? "return select(2, xpcall(error, function() "
        + "local _, e = pcall(await) return e end))"
      : "return select(2, pcall(function() \(source) end))"
    guard case .finished(let values) = try start(source) else {
      Issue.record("did not finish")
      return
    }
    #expect(display(values).contains("cannot await here \(place)"))
  }

  @Test func `a function that can wait knows whether waiting is possible`() throws {
    #expect(describe(try start("return maybe()")) == "waits for maybe")
    let sorted = try start(
      "local r table.sort({ 2, 1 }, function() r = maybe() return false end) return r"
    )
    #expect(describe(sorted) == "\"at once\"")
    #expect(display(try script.run("return maybe()")) == "\"at once\"")
  }

  @Test func `many scripts wait concurrently and continue in any order`() throws {
    let source = "local n = ... local a = await('a') local b = await('b') return n .. a .. b"
    let function = try script.load(source)
    var tasks: [LuaTask] = []
    for number in 0..<300 {
      tasks.append(try task(script.state.start(function, [.integer(Int64(number))])))
    }
    for (number, first) in tasks.enumerated().reversed() {
      let second = try task(script.state.resume(first, with: .values([.string("/\(number)")])))
      #expect(
        describe(script.state.resume(second, with: .values(["!"]))) == "\"\(number)/\(number)!\""
      )
    }
  }

  @Test func `other scripts run while one waits`() throws {
    let task = try task(start("local x = await() return shared .. x"))
    #expect(display(try script.run("shared = 'set' return shared")) == "\"set\"")
    #expect(describe(script.state.resume(task, with: .values(["/x"]))) == "\"set/x\"")
  }

  @Test func `a result can call a function, wait again, or raise an error`() throws {
    let function = try script.load("return 'called'")
    let one = try task(start("return await()"))
    #expect(describe(script.state.resume(one, with: .call(function, []))) == "\"called\"")
    let two = try task(start("return await()"))
    let again = try task(script.state.resume(two, with: .suspend(.named("again"))))
    #expect(again.operation.name == "again")
    #expect(
      describe(script.state.resume(again, throwing: LuaError("odd", "no")))
        == "failed test.lua:1: no"
    )
  }

  @Test func `a task accepts one answer only`() throws {
    let task = try task(start("await() await()"))
    _ = script.state.resume(task)
    let step = script.state.resume(task)
    #expect(describe(step) == "failed this task was already resumed or cancelled")
  }

  @Test func `a cancelled script never continues`() throws {
    let task = try task(start("pcall(await) reached = true"))
    script.state.cancel(task)
    #expect(display(try script.run("return reached")) == "nil")
    #expect(describe(script.state.resume(task)).hasPrefix("failed"))
  }

  @Test func `a task without a holder is cancelled and its memory is freed`() throws {
    script.state.collect()
    for _ in 0..<3 { _ = try start("local t = ('x'):rep(100000) .. 'a' await() return t") }
    _ = try script.run("return 1")
    script.state.collect()
    #expect(script.state.memoryInUse < 200_000)
  }

  @Test func `a coroutine that waits for the host cannot be resumed by another script`() throws {
    let task = try task(start("co = coroutine.create(await) return coroutine.resume(co)"))
    let results = try script.run(
      "return coroutine.status(co), pcall(coroutine.close, co), coroutine.resume(co)"
    )
    #expect(
      display(results).hasPrefix("\"normal\" false") == true
        && display(results).hasSuffix("false \"cannot resume non-suspended coroutine\"")
    )
    #expect(describe(script.state.resume(task, with: .values([7]))) == "true 7")
  }

  @Test func `coroutines behave as in Lua`() throws {
    let results = try script.run(
      """
      local co, main = coroutine.running()
      local gen = coroutine.wrap(function(a) local b = coroutine.yield(a + 1) return a + b end)
      local inner = coroutine.create(function()
        local me, isMain = coroutine.running()
        coroutine.yield(isMain, coroutine.isyieldable(), coroutine.status(me))
      end)
      local _, isMain, can, status = coroutine.resume(inner)
      local dead = coroutine.create(function() end)
      coroutine.resume(dead)
      return type(co), main, coroutine.isyieldable(), gen(1), gen(10), isMain, can, status,
        coroutine.status(inner), coroutine.close(inner), coroutine.status(inner),
        coroutine.resume(dead)
      """
    )
    #expect(
      display(results)
        == "\"thread\" true false 2 11 false true \"running\" \"suspended\" true \"dead\" false "
        + "\"cannot resume dead coroutine\""
    )
    #expect(
      script.failure("coroutine.yield()")?.message
        == "attempt to yield from outside a coroutine"
    )
    #expect(
      script.failure("coroutine.close(coroutine.running())")?.message
        == "cannot close a running coroutine"
    )
  }

  @Test func `values of a closed state report that it is closed`() throws {
    var other: Script? = try Script()
    let function = try #require(other).load("return 1")
    let kept = try #require(other).environment
    #expect(function.definedAt == LuaPosition(file: "test.lua", line: 1))
    other = nil
    withExtendedLifetime(kept) {}
    #expect(function.definedAt == nil)
    let step = script.state.start(function)
    #expect(describe(step) == "failed this function belonged to the test's state")
  }

  @Test func `a function knows where it is defined and what it takes`() throws {
    let results = try script.run("return print,\n function(a, b) end, function(...) end")
    let functions = results.compactMap(\.function)
    #expect(
      functions.map { $0.definedAt?.description ?? "-" } == ["-", "test.lua:2", "test.lua:2"]
    )
    #expect(functions.map(\.parameterCount) == [nil, 2, nil])
    #expect(functions[1].isSame(as: functions[1]))
    #expect(!functions[1].isSame(as: functions[2]))
  }
}
