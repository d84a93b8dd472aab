package import LuaRuntime
package import Moonroute

/// Where and why the scripts of a host have stopped for the debugger.
package struct ScriptStop: Sendable {
  package enum Reason: Hashable, Sendable {
    case breakpoint
    case functionBreakpoint
    case step
    case pause
    /// An error, or a failed open.
    case exception(ScriptException)
  }

  package let reason: Reason
  /// The stopped thread, as in ``ScriptInspector/threads()``.
  package let thread: Int
  /// The line that runs next; `nil` if no script is running, as for a failed open.
  package let position: LuaPosition?
  package let breakpoints: [Int]
  package let error: RouterError?
}

/// The mistakes that stop the scripts.
package enum ScriptException: String, Hashable, CaseIterable, Sendable {
  case uncaught
  /// Every error, even if a script catches it.
  case raised
  case failedOpen = "failed_open"
}

package enum ScriptDebugEvent: Sendable {
  /// The scripts have stopped, until ``ScriptDebugger/resume(_:)``.
  case stopped(ScriptStop)
  case continued(thread: Int)
  /// A logpoint was reached: its text, and its line.
  case output(String, LuaPosition?)
  /// A breakpoint was moved, or is now verified, or no longer verified.
  case breakpoint(ScriptBreakpoint)
  /// A generation of scripts is in force: its number, and the files that it has read so far.
  case loaded(generation: Int, files: [String])
  /// The host's scripts have ended, so that nothing will stop any more.
  case ended
}
