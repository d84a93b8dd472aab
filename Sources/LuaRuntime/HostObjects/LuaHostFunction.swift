final class LuaHostFunction {
  /// The name for messages, such as `navigate`.
  let name: String
  let usage: String
  let isMethod: Bool
  /// The call that begins the operation, if scripts always wait for this function.
  let suspendingCall: SuspendingCall?
  /// The body; for a suspending function, it only runs where no script can wait.
  let body: (LuaCall) throws -> LuaAnswer
  /// Throws for invalid arguments, before anything is done.
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
  /// It is called after the host function has returned, so a host function can run a script (as
  /// `require` does) without being on the stack meanwhile.
  case call(LuaFunction, [LuaValue])
  /// No results yet: the script waits until ``LuaState/resume(_:with:)`` passes the answer.
  ///
  /// The operation to wait for is available as ``LuaTask/operation``.
  case suspend(PendingOperation)
}

/// Whether a host function may return ``LuaAnswer/suspend(_:)``.
public enum LuaSuspends: Sendable {
  /// It never does.
  case never
  /// It may, unless ``LuaCall/canSuspend`` says that it cannot now.
  case sometimes
  /// It always does. Where it cannot (while a script loads, inside a sort or gsub), the script gets
  /// an error and the host function is not called.
  case always
}
