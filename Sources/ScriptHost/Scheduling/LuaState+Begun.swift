import LuaRuntime

extension LuaState {
  /// Begins the operation that a script is suspended for, if any, before anything else happens.
  ///
  /// A script with wrong arguments gets the error and goes on, until it ends or waits for
  /// something that has begun. What that takes counts as computed by the script.
  ///
  /// - Parameter step: The step that the script has reached.
  /// - Returns: The step that it has reached now.
  func begun(_ step: LuaStep) -> LuaStep {
    var step = step
    while case .suspended(let task) = step, let suspendingCall = task.suspendingCall {
      do {
        task.note(try suspendingCall.begin(try call(of: task)))
        charge(task)
        return step
      } catch {
        step = resumeAtOnce(task, throwing: error)
      }
    }
    return step
  }
}
