import LuaRuntime
import Moonroute

/// Timers: `sleep`, `after` and `every`.
struct TimeModule {
  unowned let functions: FunctionMaker
  unowned let calls: ScriptCalls
  unowned let memory: GenerationMemory

  private final class ScriptTimer {
    let number: UInt64

    init(_ number: UInt64) { self.number = number }
  }

  /// The longest time that a script may request, in seconds: a hundred years.
  private static let longest = 3.2e9

  func add(to globals: inout ModuleTable) throws(LuaError) {
    let type = try functions.state.makeClass(timer())
    try addSleep(to: &globals)
    try globals.add("after", "(seconds, fn) → timer", "Runs a function once, later.") { call in
      try functions.registrar.mounts.parts.refuse("after")
      return [try start(call, repeats: false, type)]
    }
    try globals.add("every", "(seconds, fn) → timer", "Runs a function repeatedly.") { call in
      try functions.registrar.mounts.parts.refuse("every")
      return [try start(call, repeats: true, type)]
    }
  }

  private func addSleep(to globals: inout ModuleTable) throws(LuaError) {
    let clock = calls.scope.router.clock
    try globals.addSuspending(
      "sleep",
      "(seconds)",
      "Waits; only the calling script.",
      endsByItself: true
    ) { call in
      let time = try Self.duration(call)
      return {
        try await clock.sleep(time)
        return []
      }
    }
  }

  private func start(
    _ call: LuaCall,
    repeats: Bool,
    _ type: LuaClass
  ) throws(LuaError) -> LuaValue {
    let time = try Self.duration(call)
    if repeats, time <= .zero {
      throw call.argumentError(0, "the time between two runs must be above 0")
    }
    let number = calls.timers.start(
      try call.function(1),
      after: time,
      repeats: repeats,
      owner: calls.scope.viewOwner,
      at: SourceSite(call.caller()),
      charge: try memory.charge(.timers)
    )
    return .object(LuaObject(ScriptTimer(number), type: type))
  }

  private func timer() -> LuaClassDefinition<ScriptTimer> {
    let cancel = functions.method(
      "timer",
      "cancel",
      "()",
      "Stops the timer; further calls do nothing."
    ) { call in
      if let timer = call[0].object?.payload as? ScriptTimer {
        calls.timers.cancel(timer.number)
      }
      return []
    }
    var definition = LuaClassDefinition<ScriptTimer>("timer", methods: [cancel])
    definition.close = { timer, _ in calls.timers.cancel(timer.number) }
    return definition
  }

  private static func duration(_ call: LuaCall) throws(LuaError) -> Duration {
    let seconds = try call.number(0)
    guard seconds >= 0, seconds <= longest else {
      throw call.argumentError(0, "a number of seconds of at least 0 expected")
    }
    return .nanoseconds(Int64(seconds * 1e9))
  }
}
