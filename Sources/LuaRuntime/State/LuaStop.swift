/// Where and why a script has stopped for the debugger.
package struct LuaStop: Sendable {
  package enum Reason: Hashable, Sendable {
    /// It reached a line with a breakpoint.
    case breakpoint
    case step
    case pause
    /// It raised an error that one of its own functions catches.
    case raised
    /// It raised an error that nothing in the script catches.
    case uncaught
  }

  package let reason: Reason
  /// The line that runs next, or that raised the error.
  package let position: LuaPosition?
  /// The number of the run, as in ``LuaTask/number``; `nil` for code outside a run.
  package let task: UInt64?
  package let error: LuaError?

  package init(
    _ reason: Reason,
    at position: LuaPosition?,
    task: UInt64?,
    error: LuaError? = nil
  ) {
    self.reason = reason
    self.position = position
    self.task = task
    self.error = error
  }
}

/// How a stopped script continues.
package enum LuaGo: Hashable, Sendable {
  /// To the next breakpoint.
  case on
  /// To the next line, even in a function that it calls.
  case into
  /// To the next line of the function or of its callers, over calls and waits.
  case over
  /// To the next line of the function's callers.
  case out
  /// Not at all: it ends with ``LuaErrorCode/cancelled``.
  case end
  /// As if it had not stopped: the current step continues.
  case pass
}
