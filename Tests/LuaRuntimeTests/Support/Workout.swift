import LuaRuntime

/// A run that uses everything a script can, for tests that make memory run out at every point.
struct Workout {
  static let source = """
    local Class = {}
    Class.__index = Class
    function Class:name() return "class " .. self.value end
    local made = {}
    for i = 1, 5 do made[i] = setmetatable({ value = tostring(i) }, Class) end
    local function collect(...) return { n = select("#", ...), ... } end
    local words = {}
    for word in ("a bc def ghij"):gmatch("%a+") do words[#words + 1] = word:rep(3) end
    table.sort(words, function(a, b) return #a > #b end)
    local co = coroutine.wrap(function(...)
      local got = await("inner")
      coroutine.yield(got .. made[1]:name())
      assert(pause({ words, host }, "inner") == "answer")
      return host({ list = words, nested = { deep = { 1, 2, 3 } } }).list[1]
    end)
    local ok, problem = pcall(fail, "x")
    assert(not ok and problem.code == "odd")
    local ok2, text = xpcall(function() error("plain") end, function(m) return "h:" .. m end)
    assert(not ok2 and text:find("plain"))
    local outer = await("outer")
    assert(pause() == "answer" and select(2, pcall(pause, made[1])) == "answer")
    local first = co()
    local callback = take(function(v) return outer .. v end)
    local object = make()
    local joined = object .. "/" .. object:name() .. string.format("%5d|%s", 42, object.field)
    local fields = collect(record.params.id, record.query.tab, record.all.tab, record.name)
    return first, co(), callback("z"), joined, fields, outer
    """

  static let result =
    "\"answerclass 1\" \"ghijghijghij\" \"answerz\" \"obj/obj   42|value\" "
    + "{\"7\",\"posts\",\"posts\",\"user\",\"n\"=4} \"answer\""

  let counter = Counted.Counter()
  let state: LuaState
  private let environment: LuaEnvironment
  private let type: LuaClass
  private let record: LuaRecord

  /// Sets up the state.
  ///
  /// Throws if there is not enough memory.
  init(limits: LuaLimits) throws(LuaError) {
    state = try LuaState(limits: limits)
    environment = try state.makeEnvironment()
    var definition = LuaClassDefinition<Counted>(
      "Thing",
      fieldNames: ["field"],
      methods: [LuaMethod("name") { _ in ["obj"] }]
    )
    definition.get = { _, name in name == "field" ? "value" : nil }
    definition.join = { one, two in .string((one.string ?? "obj") + (two.string ?? "obj")) }
    type = try state.makeClass(definition)
    let shape = try state.makeRecordShape(Self.shape)
    record = LuaRecord(in: state)
    record.begin(shape, text: Array("/user/7".utf8), ranges: [6..<7])
    try record.set("query", to: ["tab": "posts"])
    try define()
  }

  private static var shape: LuaRecordDefinition {
    var shape = LuaRecordDefinition(
      "state",
      fields: ["name": "user", "tags": ["a"]],
      parameters: [LuaRecordParameter("id")]
    )
    shape.tables = ["query"]
    shape.merged = [("all", from: ["query", "params"])]
    return shape
  }

  private func define() throws(LuaError) {
    let counter = counter
    let type = type
    let functions: [(String, LuaSuspends, (LuaCall) throws -> LuaAnswer)] = [
      (
        "await", .always,
        { _ in .suspend(PendingOperation(work: { [] }, charge: Counted(counter))) }
      ),
      ("fail", .never, { _ in throw LuaError("odd", "on purpose") }),
      ("host", .never, { call in .values([call[0]]) }),
      ("take", .never, { call in .values([call[0]]) }),
      ("make", .never, { _ in .values([.object(LuaObject(Counted(counter), type: type))]) }),
    ]
    for (name, suspends, body) in functions {
      let token = Counted(counter)
      let function = try state.makeAnswering(name, suspends: suspends) { call in
        withExtendedLifetime(token) {}
        return try body(call)
      }
      try environment.set(name, to: .function(function))
    }
    let token = Counted(counter)
    let suspendingCall = SuspendingCall { _ in PendingOperation(work: { [] }, charge: token) }
    let pause = try state.makeSuspending("pause", for: suspendingCall)
    try environment.set("pause", to: .function(pause))
  }

  /// Runs the script, resuming each wait.
  func run() -> LuaStep {
    do throws(LuaError) {
      let function = try state.load(Self.source, name: "workout.lua", environment: environment)
      try environment.set("record", to: .record(record))
      var step = state.start(function)
      while case .suspended(let task) = step {
        step = state.resume(task, with: .values(["answer"]))
      }
      return step
    } catch {
      return .failed(error)
    }
  }

  /// Returns whether a simple script still runs.
  func isUsable() -> Bool {
    do {
      let function = try state.load("return 6 * 7", name: "x.lua", environment: environment)
      return try state.call(function).first?.integer == 42
    } catch {
      return false
    }
  }
}
