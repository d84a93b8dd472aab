package import LuaRuntime
package import Moonroute

/// Where and why the scripts of an application have stopped for the debugger.
package struct ScriptStop: Sendable {
  /// Why scripts stop.
  package enum Reason: Hashable, Sendable {
    /// A script came to a line with breakpoints.
    case breakpoint
    /// A function that serves a route began, and a breakpoint was set on that.
    case functionBreakpoint
    /// A step ended.
    case step
    /// They were asked to.
    case pause
    /// An error, or an open that failed.
    case exception(ScriptException)
  }

  /// Why they have stopped.
  package let reason: Reason
  /// The thread that has stopped, as in ``ScriptInspector/threads()``.
  package let thread: Int
  /// The line that runs next; `nil` where no script is under way, as when an open has failed.
  package let position: LuaPosition?
  /// The numbers of the breakpoints that were reached.
  package let breakpoints: [Int]
  /// The error, if that is the reason.
  package let error: RouterError?
}

/// The mistakes that stop the scripts.
package enum ScriptException: String, Hashable, CaseIterable, Sendable {
  /// An error that no script catches.
  case uncaught
  /// Each error, one that a script catches too.
  case raised
  case failedOpen = "failed_open"
}

/// Something that the debugger reports.
package enum ScriptDebugEvent: Sendable {
  /// The scripts have stopped, until ``ScriptDebugger/resume(_:)``.
  case stopped(ScriptStop)
  /// They go on.
  case continued(thread: Int)
  /// A logpoint was reached: its text, and its line.
  case output(String, LuaPosition?)
  /// A breakpoint was moved, or verified, or is not any more.
  case breakpoint(ScriptBreakpoint)
  /// A generation of scripts is in force: its number, and the files that it has read so far.
  case loaded(generation: Int, files: [String])
  /// The host's scripts have ended, so that nothing will stop any more.
  case ended
}
