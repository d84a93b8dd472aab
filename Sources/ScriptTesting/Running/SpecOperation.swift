import LuaRuntime
import Moonroute
import Rehearsal
import ScriptHost

/// Runs what a test waits for, and ends it with an error when nothing is left that could end it.
struct SpecOperation {
  let time: RehearsalTime

  /// The list of what scripts wait for, which the error names.
  let waits: ScriptWaits

  /// Performs the work that a script waits for, while the clock moves by itself.
  func run(
    _ work: @escaping () async throws -> [LuaValue],
    isolation: isolated (any Actor)? = #isolation
  ) async throws -> [LuaValue] {
    if time.executor.meter.isOver { throw GivenUpWait() }
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
        if let endless = error as? EndlessWait { error = endless.error(naming: waits) }
        continuation.resume(throwing: error)
        task.cancel()
      }
    }
  }
}

extension EndlessWait {
  /// The error that a test gets.
  fileprivate func error(naming waits: ScriptWaits) -> LuaError {
    let words =
      switch self {
      case .withoutEnd:
        "this waits for ever: everything waits, no timer is left, and nothing can end it"
      case .longerThan(let duration):
        "the test takes longer than the \(duration.seconds) seconds it may"
      }
    return LuaError("endless_wait", words + waits.sentence)
  }
}
