import LuaRuntime
import Moonroute
import TextTools

extension ScreenModule {
  var methods: [LuaMethod] { [send, close, on] + personMethods }

  private var send: LuaMethod {
    functions.method(
      "screen",
      "send",
      "(name, value) → integer",
      "Sends a message to the opener of the screen; returns the number of receivers."
    ) { call in
      let screen = try Self.screen(call)
      try bridge.memory.reserve(.messages, call.hostBytes)
      let count = messages.send(
        try call.string(1),
        bridge.value(call[2]),
        from: screen.id
      )
      return [.integer(Int64(count))]
    }
  }

  private var close: LuaMethod {
    functions.suspendingMethod(
      "screen",
      "close",
      "(value) → boolean, reason?",
      "Closes the screen and everything above it, with a result for its opener."
    ) { call in
      try bridge.scope.checkMove("screen:close")
      let (id, result) = (try Self.screen(call).id, try bridge.result(call[1], .closed))
      return { await bridge.scope.router.close(id, with: result).lua }
    }
  }

  private var on: LuaMethod {
    functions.method(
      "screen",
      "on",
      "(turn, fn) → registration",
      "Runs a function with the screen when it appears, disappears or closes."
    ) { call in
      let screen = try Self.screen(call)
      let (name, function) = (try call.string(1), try call.function(2))
      guard let turn = ScreenTurn(rawValue: name) else {
        let hint = NearestNames.hint(for: name, among: ScreenTurn.allCases.map(\.rawValue))
        throw call.argumentError(
          1,
          "'\(name)' is not \"appear\", \"disappear\" or \"close\".\(hint)"
        )
      }
      let lifetimeToken = try bridge.memory.charge(.registrations)
      let registration = bridge.scope.router.watch(turn, of: &screen.description) {
        [weak messages] now in
        messages?.notify(function) { [$0.lua(now)] }
      }
      registration.lifetimeToken = lifetimeToken
      return [bridge.lua(ScriptRegistration(registration))]
    }
  }

  static func screen(_ call: LuaCall) throws(LuaError) -> ScriptScreen {
    guard let screen = call[0].object?.payload as? ScriptScreen else {
      throw call.typeError(0, expected: "screen")
    }
    return screen
  }
}
