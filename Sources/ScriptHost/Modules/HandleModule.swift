import LuaRuntime
import Moonroute

/// `outcome.handle`: the messages and the result of the opened screen.
struct HandleModule {
  unowned let functions: FunctionMaker
  unowned let bridge: LuaBridge
  unowned let messages: ScriptMessages
  unowned let calls: ScriptCalls

  func handle() -> LuaClassDefinition<OpenHandle> {
    let result = functions.suspendingMethod(
      "handle",
      "result",
      "() → value, how",
      "Waits until the screen has left, and returns its result and how it left."
    ) { call in
      let handle = try Self.handle(call)
      return {
        let result = try await calls.result(of: handle)
        return [try bridge.lua(result.value), .string(result.reason.rawValue)]
      }
    }
    let on = functions.method(
      "handle",
      "on",
      "(name, fn) → registration",
      "Listens to a message of the screen, until it leaves."
    ) { call in
      let handle = try Self.handle(call)
      let (name, function) = (try call.string(1), try call.function(2))
      let lifetimeToken = try bridge.memory.charge(.registrations, name.hostBytes)
      let registration = bridge.scope.router.listen(
        to: name,
        of: handle.screen,
        while: messages.isHearing,
        messages.listener(function)
      )
      registration?.lifetimeToken = lifetimeToken
      return [bridge.lua(registration.map { ScriptRegistration($0) } ?? ScriptRegistration())]
    }
    var definition = LuaClassDefinition<OpenHandle>("handle", methods: [result, on])
    definition.describe = { _ in "handle" }
    definition.equals = { $0 === $1 }
    return definition
  }

  private static func handle(_ call: LuaCall) throws(LuaError) -> OpenHandle {
    guard let handle = call[0].object?.payload as? OpenHandle else {
      throw call.typeError(0, expected: "handle")
    }
    return handle
  }
}
