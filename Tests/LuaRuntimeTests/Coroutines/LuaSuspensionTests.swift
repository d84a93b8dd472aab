import LuaRuntime
import Testing

/// Functions that suspend the script at each call.
struct LuaSuspensionTests {
  private let script: Script

  init() throws {
    script = try Script()
    try define("first", for: "one")
    try define("second", for: "two")
    try script.define("other", suspends: .always) { _ in .suspend(.named("said")) }
  }

  /// The name of the operation to begin.
  private func name(_ task: LuaTask) throws -> String? {
    let call = try script.state.call(of: task)
    return try task.suspendingCall?.begin(call).name
  }

  private func define(
    _ name: String,
    for operation: String,
    depth: Int? = nil,
    refusal: ((LuaCall) -> LuaError)? = nil
  ) throws {
    let function = try script.state.makeSuspending(
      name,
      depth: depth,
      for: .named(operation),
      refusal: refusal
    )
    try script.environment.set(name, to: .function(function))
  }

  private func start(_ source: String) throws -> LuaTask {
    try task(script.state.start(try script.load(source)))
  }

  private func task(_ step: LuaStep) throws -> LuaTask {
    guard case .suspended(let task) = step else {
      throw LuaError("test", "not suspended: \(step)")
    }
    return task
  }

  private func end(_ step: LuaStep) -> String {
    switch step {
    case .finished(let values): display(values)
    case .suspended(let task): "waits for \(task.operation.name ?? "nothing")"
    case .failed(let error): "failed \(error)"
    }
  }

  @Test func `a script waits immediately, with the payload of the function`() throws {
    let task = try start("local a, b = first(1, 'x', { y = true }) return b, a")
    #expect(try name(task) == "one")
    let call = try script.state.call(of: task)
    #expect(display(call.arguments) == #"1 "x" {"y"=true}"#)
    #expect(call.canSuspend && call.barrier == nil)
    #expect(end(script.state.resume(task, with: .values([1, 2]))) == "2 1")
  }

  @Test func `resuming with nothing passes nothing`() throws {
    let task = try start("return select('#', first())")
    #expect(try script.state.call(of: task).arguments.isEmpty)
    #expect(end(script.state.resume(task)) == "0")
  }

  @Test func `a running operation is recorded until the script continues`() throws {
    let task = try start("first()")
    #expect(task.operation.name == nil)
    task.note(.named("42"))
    #expect(task.operation.name == "42")
    #expect(task.suspendingCall === nil)
    #expect(end(script.state.resume(task)) == "")
    #expect(task.operation.name == nil && task.suspendingCall === nil)
    task.note(.named("43"))
    #expect(task.operation.name == nil)
  }

  @Test func `a wait leaves no trace in the next one`() throws {
    let one = try start("first('kept') other('said') second() return 'end'")
    _ = try script.state.call(of: one)
    one.note(.named("noted"))
    let two = try task(script.state.resume(one))
    #expect(two.operation.name == "said")
    #expect(throws: LuaError.self) { try script.state.call(of: one) }
    let three = try task(script.state.resume(two))
    #expect(try name(three) == "two")
    #expect(try script.state.call(of: three).arguments.isEmpty)
    #expect(end(script.state.resume(three)) == #""end""#)
  }

  @Test func `a wait that could not be recorded is not mistaken for the next one`() throws {
    try script.define("hasty", suspends: .sometimes) { _ in .suspend(.named("too early")) }
    let task = try start("pcall(table.sort, { 2, 1 }, function() hasty() end) first()")
    #expect(try name(task) == "one")
    #expect(end(script.state.resume(task)) == "")
  }

  @Test func `several scripts wait concurrently, each for its own result`() throws {
    let tasks = try (1...20).map { try start("return \($0 % 2 == 0 ? "first" : "second")(\($0))") }
    for (place, task) in tasks.enumerated().reversed() {
      #expect(try name(task) == (place % 2 == 1 ? "one" : "two"))
      let call = try script.state.call(of: task)
      #expect(call[0].integer == Int64(place + 1))
      #expect(end(script.state.resume(task, with: .values([call[0]]))) == "\(place + 1)")
    }
  }

  @Test(arguments: [
    ("first()", 1, false),
    ("\n\nfirst()", 3, false),
    ("\npcall(first)", nil, true),
    ("\npcall(function()\nfirst() end)", 3, true),
    ("\ncoroutine.wrap(function()\nfirst() end)()", 3, false),
    ("\nlocal co = coroutine.create(function()\n\nfirst() end) coroutine.resume(co)", 4, false),
  ])
  func `a waiting call knows its line and whether it is protected`(
    source: String,
    line: Int?,
    isProtected: Bool
  ) throws {
    let task = try start(source)
    let call = try script.state.call(of: task)
    if let line { #expect(call.caller()?.line == line) }
    #expect(call.isProtected == isProtected)
    // Other scripts that run meanwhile do not change the result.
    try script.run("return 1")
    let other = try start("\n\n\n\n\n\nfirst()")
    #expect(try script.state.call(of: other).caller()?.line == 7)
    if let line { #expect(call.caller()?.line == line) }
    script.state.cancel(task)
    #expect(call.caller() == nil)
    #expect(!call.isProtected)
  }

  @Test func `an error instead of a result is raised at the line of the call`() throws {
    let task = try start("local x = 1\nfirst(x)")
    let error = LuaError("no_profile", "there is no profile")
    let step = script.state.resume(task, throwing: error)
    #expect(end(step) == "failed test.lua:2: there is no profile")
    let caught = try start("local ok, e = pcall(first) return ok, e.code, e.message, e.line")
    #expect(
      end(script.state.resume(caught, throwing: error))
        == #"false "no_profile" "there is no profile" 1"#
    )
  }

  @Test(arguments: [
    ("table.sort({ 2, 1 }, function() first() end)", "cannot await here (inside 'sort')"),
    ("('x'):gsub('x', first)", "cannot await here (inside 'gsub')"),
  ])
  func `if a script cannot wait, the error names the place`(source: String, message: String) throws
  {
    #expect(end(script.state.start(try script.load(source))).hasSuffix(message))
  }

  @Test func `a loading script cannot wait, and gets the function's own explanation`() throws {
    #expect(
      script.failure("first()")?.description == "test.lua:1: cannot await here (at load time)"
    )
    try define("third", for: "three") { call in
      LuaError(.cannotAwait, "not \(call.barrier ?? "?"), with \(call.count)")
    }
    #expect(script.failure("third(1, 2)")?.description == "test.lua:1: not at load time, with 2")
  }

  @Test func `a method waits with its object, and refuses another one`() throws {
    var definition = LuaClassDefinition<Int>("Counter")
    definition.methods = [LuaMethod(suspending: "wait", for: .named("the counter"))]
    let type = try script.state.makeClass(definition)
    try script.environment.set("counter", to: .object(LuaObject(7, type: type)))
    let task = try start("counter:wait('x')")
    #expect(try name(task) == "the counter")
    let call = try script.state.call(of: task)
    #expect(call[0].object?.payload as? Int == 7)
    #expect(call[1].string == "x")
    let wrong = try start("counter.wait('x')")
    #expect(throws: LuaError.self) { try script.state.call(of: wrong) }
  }

  @Test func `tables below the depth limit arrive as references`() throws {
    try define("shallow", for: "it", depth: 0)
    let task = try start("local t = { 1 } return shallow(t) == t")
    let call = try script.state.call(of: task)
    guard case .reference = call[0] else {
      Issue.record("\(call[0])")
      return
    }
    #expect(end(script.state.resume(task, with: .values([call[0]]))) == "true")
  }

  @Test func `an abandoned wait is released`() throws {
    let before = script.state.memoryInUse
    for _ in 0..<1_000 { _ = try start("local big = ('x'):rep(10000) first(big, print)") }
    script.state.collect()
    #expect(script.state.memoryInUse < before + 200_000)
  }

  @Test(arguments: [
    "while true do pcall(first) end",
    "while true do pcall(first, ('x'):rep(100000)) end",
    "local t = {} for i = 1, 5000 do t[i] = { i } end while true do pcall(first, t) end",
    "while true do pcall(coroutine.wrap(first)) end",
    "while true do pcall(first, first, print, {}) end",
  ])
  func `a script is stopped in time if its waits are always refused`(source: String) throws {
    struct Slow: Error {}
    for attempt in 1...3 {
      let script = try Script(limits: Attack.shortLimits)
      let wait = try script.state.makeSuspending("first", for: .named("one"))
      try script.environment.set("first", to: .function(wait))
      let start = Attack.threadTime
      var step = script.state.start(try script.load(source))
      while case .suspended(let task) = step {
        _ = try script.state.call(of: task)
        step = script.state.resumeAtOnce(task, throwing: LuaError("refused", "no"))
      }
      let time = Attack.threadTime - start
      #expect(end(step).contains("computed for more than"), "\(end(step))")
      if time <= Attack.allowance(Attack.shortLimits) { return }
      #expect(attempt < 3, "\(time) ms")
    }
  }

  @Test func `an ended task, or a task of another state, has no call`() throws {
    let task = try start("first()")
    let other = try Script()
    #expect(throws: LuaError.self) { try other.state.call(of: task) }
    _ = script.state.resume(task)
    #expect(throws: LuaError.self) { try script.state.call(of: task) }
    #expect(end(script.state.resume(task)).contains("already resumed or cancelled"))
  }

  @Test func `a script with too many objects gets an error when it waits`() throws {
    let script = try Script(limits: LuaLimits(memoryBytes: 8 << 20))
    let wait = try script.state.makeSuspending("first", for: .named("one"))
    try script.environment.set("first", to: .function(wait))
    let type = try script.state.makeClass(LuaClassDefinition<Int>("Big"))
    let object = LuaObject(1, type: type, bytes: 16 << 20)
    try script.environment.set("big", to: .object(object))
    guard case .suspended(let task) = script.state.start(try script.load("first()")) else {
      Issue.record("does not wait")
      return
    }
    #expect(throws: LuaError.self) { try script.state.call(of: task) }
  }

  @Test func `the completion of a wait can run scripts`() throws {
    final class Ender {
      let body: () -> Void
      init(_ body: @escaping () -> Void) { self.body = body }
      deinit { body() }
    }
    let state = script.state
    let other = try script.load("first('other')")
    let task = try start("first('a') return first('b')")
    var others: [LuaTask] = []
    task.note(
      PendingOperation(
        work: { [] },
        charge: Ender { if case .suspended(let task) = state.start(other) { others.append(task) } }
      )
    )
    let next = try self.task(state.resume(task))
    #expect(others.count == 1)
    #expect(try state.call(of: next)[0].string == "b")
    #expect(try others.first.map { try state.call(of: $0)[0].string } == "other")
    #expect(end(state.resume(next, with: .values([5]))) == "5")
  }

  @Test func `arguments are dropped after the operation is recorded`() throws {
    let task = try start("first('x')")
    #expect(display(task.arguments) == #""x""#)
    task.note(.named("42"))
    #expect(task.arguments.isEmpty)
  }
}
