import LuaRuntime

/// The work of a host function that a script waits for.
struct PendingOperation {
  /// Does the work and answers the values for the script.
  let work: () async throws -> [LuaValue]

  /// Whether it ends by itself, as a timer does or an answer of the program.
  var endsByItself = false

  /// The nanoseconds that handlers of the scripts have computed for it, if it runs any.
  var computed: (() -> UInt64)?

  /// Its memory, charged until it ends.
  var charge: MemoryCharge?
}

/// A host function that suspends the script that calls it.
///
/// The script is suspended before any of the work begins.
final class SuspendingCall {
  /// Reads the arguments and answers what to wait for.
  let begin: (LuaCall) throws -> PendingOperation

  init(_ begin: @escaping (LuaCall) throws -> PendingOperation) {
    self.begin = begin
  }
}

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
