import LuaRuntime
import Moonroute

extension Generation {
  /// Calls a function of the scripts that nobody waits for: its answer, or the wait for it.
  ///
  /// To be called when it is the function's turn (see ``ScriptTurns``).
  ///
  /// - Parameters:
  ///   - function: The function.
  ///   - arguments: Its arguments. Default: none.
  ///   - convert: Makes the answer of its values.
  /// - Returns: The answer, or what remains to be done for it.
  /// - Throws: What the script raised, or what `convert` throws.
  func beginInBackground<Answer>(
    _ function: LuaFunction,
    _ arguments: [LuaValue] = [],
    _ convert: @escaping ([LuaValue]) throws -> Answer
  ) throws -> Eventual<Answer> {
    switch state.begun(state.start(function, arguments)) {
    case .finished(let values):
      strikes.clear(function)
      return .now(try convert(values))
    case .failed(let error): throw stopped(error, function)
    case .suspended(let task):
      // Without a list of captures, as in `begin`.
      return .later { try convert(try await self.finish(task, inBackground: function)) }
    }
  }

  /// A failure of a function that nobody waits for, as it is told.
  func stopped(_ error: LuaError, _ function: LuaFunction) -> RouterError {
    let told = explained(error)
    let more = strikes.note(error, of: function)
    if more.isEmpty { return told }
    return RouterError(told.code, told.message + more, at: told.site, traceback: told.traceback)
  }

  /// What scripts compute, or `nil` if that has no limit.
  static func computing(of state: LuaState) -> ComputingClock? {
    guard !state.limits.hasAllLibraries else { return nil }
    let callLimit = state.limits.computingTime / .nanoseconds(1)
    guard callLimit < 1e18 else { return nil }
    return ComputingClock(callLimit: UInt64(max(0, callLimit))) { [weak state] in
      state?.computingClock ?? 0
    }
  }
}

extension RouterError {
  /// A script whose events keep their handlers at work for too long.
  static func tooMuchEmitted(_ computing: ComputingClock) -> RouterError {
    RouterError(
      .timeout,
      "The handlers of the events that this script emits computed for more than"
        + " \(computing.chainWords) together. Emit less, or let the handlers do less."
    )
  }
}
