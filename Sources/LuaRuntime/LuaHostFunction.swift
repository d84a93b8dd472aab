/// A function of the host that Lua can call.
final class LuaHostFunction {
  /// The name for messages, such as `navigate`.
  let name: String
  let usage: String
  let isMethod: Bool
  let body: (LuaCall) throws -> LuaAnswer

  init(
    name: String,
    usage: String,
    isMethod: Bool,
    body: @escaping (LuaCall) throws -> LuaAnswer
  ) {
    self.name = name
    self.usage = usage
    self.isMethod = isMethod
    self.body = body
  }
}
