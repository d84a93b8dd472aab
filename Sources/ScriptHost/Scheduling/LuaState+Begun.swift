import LuaRuntime

extension LuaState {
  /// Begins the operation that a suspended script waits for, if any, before anything can happen in
  /// between.
  ///
  /// A script with wrong arguments gets the error and continues, until it ends or waits for an
  /// operation that has begun. The script is charged for this time.
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
