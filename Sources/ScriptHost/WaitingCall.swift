import LuaRuntime

/// What a function of ours does for which a script waits.
///
/// The script waits before anything of it is done.
final class WaitingCall {
  /// Reads the arguments and answers what to wait for.
  let begin: (LuaCall) throws -> Waiting

  init(_ begin: @escaping (LuaCall) throws -> Waiting) {
    self.begin = begin
  }
}

extension LuaState {
  /// Begins what a script waits for, if it waits, before anything else is done.
  ///
  /// A script whose arguments are not right is told so and goes on, until it ends or waits for
  /// something that has begun. What that takes counts as computed by the script.
  ///
  /// - Parameter step: How far the script got.
  /// - Returns: How far it has got now.
  func begun(_ step: LuaStep) -> LuaStep {
    var step = step
    while case .suspended(let task) = step, let waitingCall = task.subject as? WaitingCall {
      do {
        task.note(try waitingCall.begin(try call(of: task)))
        charge(task)
        return step
      } catch {
        step = resumeAtOnce(task, throwing: error)
      }
    }
    return step
  }
}
