import LuaRuntime
import Moonroute

/// Waiting and running later: `sleep`, `after` and `every`.
struct TimeModule {
  unowned let generation: Generation

  /// A timer as a script holds it.
  private final class ScriptTimer {
    let number: UInt64

    init(_ number: UInt64) { self.number = number }
  }

  /// The longest time that can be asked for, in seconds: a hundred years.
  private static let longest = 3.2e9

  /// Puts the functions into the environment.
  func install(in environment: LuaEnvironment) throws(LuaError) {
    let type = try generation.state.makeClass(timer())
    try environment.set("sleep", to: try sleep())
    try environment.set("after", to: try starter("after", repeats: false, type))
    try environment.set("every", to: try starter("every", repeats: true, type))
  }

  private func sleep() throws(LuaError) -> LuaValue {
    let clock = generation.router.clock
    return .function(
      try generation.makeWaiting("sleep", usage: "sleep(seconds)") { call in
        let time = try Self.duration(call)
        return {
          try await clock.sleep(time)
          return []
        }
      }
    )
  }

  private func starter(
    _ name: String,
    repeats: Bool,
    _ type: LuaClass
  ) throws(LuaError) -> LuaValue {
    .function(
      try generation.state.makeFunction(name, usage: "\(name)(seconds, fn) → timer") {
        [unowned generation] call in
        let time = try Self.duration(call)
        if repeats, time <= .zero {
          throw call.argumentError(0, "the time between two runs must be above 0")
        }
        let number = generation.timers.start(try call.function(1), after: time, repeats: repeats)
        return [.object(LuaObject(ScriptTimer(number), type: type))]
      }
    )
  }

  private func timer() -> LuaClassDefinition<ScriptTimer> {
    let cancel = LuaMethod("cancel", usage: "timer:cancel()") { [unowned generation] call in
      if let timer = call[0].object?.payload as? ScriptTimer {
        generation.timers.cancel(timer.number)
      }
      return []
    }
    var definition = LuaClassDefinition<ScriptTimer>("timer", methods: [cancel])
    definition.close = { [unowned generation] in generation.timers.cancel($0.number) }
    return definition
  }

  /// The time that the first argument asks for.
  private static func duration(_ call: LuaCall) throws(LuaError) -> Duration {
    let seconds = try call.number(0)
    guard seconds >= 0, seconds <= longest else {
      throw call.argumentError(0, "a number of seconds from 0 on expected")
    }
    return .nanoseconds(Int64(seconds * 1e9))
  }
}
