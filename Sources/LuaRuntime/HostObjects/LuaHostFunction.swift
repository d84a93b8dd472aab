/// A function of the host that Lua can call.
final class LuaHostFunction {
  /// The name for messages, such as `navigate`.
  let name: String
  let usage: String
  let isMethod: Bool
  /// The call that begins the operation, if scripts wait whenever they call it.
  let suspendingCall: SuspendingCall?
  /// The body; of a suspending function, it runs only where no script can wait.
  let body: (LuaCall) throws -> LuaAnswer
  /// Refuses arguments that are not right, before anything is done.
  let check: ((LuaCall) throws -> Void)?

  init(
    name: String,
    usage: String,
    isMethod: Bool,
    suspendingCall: SuspendingCall? = nil,
    check: ((LuaCall) throws -> Void)? = nil,
    body: @escaping (LuaCall) throws -> LuaAnswer
  ) {
    self.name = name
    self.usage = usage
    self.isMethod = isMethod
    self.suspendingCall = suspendingCall
    self.check = check
    self.body = body
  }
}

/// The answer of a host function to a script.
public enum LuaAnswer {
  /// These results.
  case values([LuaValue])
  /// The results of this function, called with these arguments.
  ///
  /// It is called after the host function has returned, so a host function can have a script run
  /// (as `require` does) without being on the stack meanwhile.
  case call(LuaFunction, [LuaValue])
  /// Nothing yet: the script waits until ``LuaState/resume(_:with:)`` brings the answer.
  ///
  /// The operation to wait for arrives as ``LuaTask/operation``.
  case suspend(PendingOperation)
}

/// Whether a host function may answer ``LuaAnswer/suspend(_:)``.
public enum LuaSuspends: Sendable {
  /// It never does.
  case never
  /// It may, unless ``LuaCall/canSuspend`` says that it cannot now.
  case sometimes
  /// It always does. Where it cannot (while a script loads, inside a sort or gsub), the script
  /// gets an error and the host function is not called.
  case always
}
