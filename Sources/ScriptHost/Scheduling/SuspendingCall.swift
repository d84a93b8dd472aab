import LuaRuntime

/// What a host function of ours waits for on behalf of a script.
struct PendingOperation {
  /// Does the work and answers the values for the script.
  let work: () async throws -> [LuaValue]

  /// Whether that comes by itself, as a time does or an answer of the program.
  var endsByItself = false

  /// The nanoseconds that handlers of the scripts have computed for it, if it has them run.
  var computed: (() -> UInt64)?

  /// Counts it for as long as it is waited for.
  var charge: MemoryCharge?
}

/// What a function of ours does for which a script waits.
///
/// The script waits before anything of it is done.
final class SuspendingCall {
  /// Reads the arguments and answers what to wait for.
  let begin: (LuaCall) throws -> PendingOperation

  init(_ begin: @escaping (LuaCall) throws -> PendingOperation) {
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
    while case .suspended(let task) = step, let suspendingCall = task.subject as? SuspendingCall {
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
