/// What a host function answers to a script.
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
  /// The value says what is waited for and arrives as ``LuaTask/operation``.
  case suspend(Any)
}
