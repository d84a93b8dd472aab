import LuaRuntime
import Moonroute
import Rehearsal
import ScriptHost

/// Runs an asynchronous operation of a test, and fails it when no event can end it any more.
struct SpecOperation {
  let time: RehearsalTime

  /// The pending waits of scripts, for the error message.
  let waits: ScriptWaits

  /// Performs the operation while the clock advances by itself.
  func run(
    _ work: @escaping () async throws -> [LuaValue],
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> [LuaValue] {
    if time.executor.meter.isOver { throw GivenUpWaitError() }
    defer { time.stand() }
    let continuation = OneShotContinuation<[LuaValue]>()
    return try await continuation.wait(isCancellable: false) {
      let task = Task {
        _ = isolation
        do {
          try await withTaskExecutorPreference(time.executor) {
            _ = isolation
            continuation.resume(returning: try await work())
          }
        } catch {
          continuation.resume(throwing: error)
        }
      }
      time.run { [waits] error in
        var error = error
        if let endless = error as? EndlessWaitError { error = endless.error(naming: waits) }
        continuation.resume(throwing: error)
        task.cancel()
      }
    }
  }
}

extension EndlessWaitError {
  fileprivate func error(naming waits: ScriptWaits) -> LuaError {
    let words =
      switch self {
      case .withoutEnd:
        "this waits forever: everything waits, no timer is left, and nothing can end it"
      case .longerThan(let duration):
        "the test exceeded its limit of \(duration.seconds) seconds"
      }
    return LuaError("endless_wait", words + waits.sentence)
  }
}
