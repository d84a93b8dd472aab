/// A function of the host that Lua can call.
final class LuaHostFunction {
  /// The name for messages, such as `navigate`.
  let name: String
  let usage: String
  let isMethod: Bool
  /// What it stands for, if scripts wait whenever they call it.
  let subject: AnyObject?
  /// What it does; for one that a script waits for, only where no script can wait.
  let body: (LuaCall) throws -> LuaAnswer
  /// Refuses arguments that are not right, before anything is done.
  let check: ((LuaCall) throws -> Void)?

  init(
    name: String,
    usage: String,
    isMethod: Bool,
    subject: AnyObject? = nil,
    check: ((LuaCall) throws -> Void)? = nil,
    body: @escaping (LuaCall) throws -> LuaAnswer
  ) {
    self.name = name
    self.usage = usage
    self.isMethod = isMethod
    self.subject = subject
    self.check = check
    self.body = body
  }
}
