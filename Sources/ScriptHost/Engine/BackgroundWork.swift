import Moonroute

/// The scripts' unfinished background functions: timers, tasks, and handlers that wait.
final class BackgroundWork {
  private var runningCount = 0
  private var whenIdle: (() -> Void)?

  func run(
    in engine: ScriptEngine,
    isolation: isolated (any Actor)? = #isolation,
    _ body: () async -> Void
  ) async {
    runningCount += 1
    await body()
    runningCount -= 1
    guard let whenIdle, isIdle(engine) else { return }
    whenIdle()
  }

  /// Waits until nothing runs or is scheduled; returns whether that happened in time.
  func settle(
    in engine: ScriptEngine,
    within limit: Duration,
    isolation: isolated (any Actor)? = #isolation
  ) async -> Bool {
    guard !isIdle(engine) else { return true }
    let continuation = OneShotContinuation<Bool>()
    whenIdle = { continuation.resume(returning: true) }
    var timer: Task<Void, Never>?
    defer {
      whenIdle = nil
      timer?.cancel()
    }
    let clock = engine.clock
    let isSettled = try? await continuation.wait {
      timer = Task {
        _ = isolation
        guard await clock.hasSlept(limit) else { return }
        continuation.resume(returning: false)
      }
    }
    return isSettled ?? false
  }

  private func isIdle(_ engine: ScriptEngine) -> Bool {
    guard runningCount == 0, let calls = engine.generation?.calls else { return runningCount == 0 }
    return calls.timers.isIdle && calls.tasks.isEmpty
  }
}

extension ScriptHost {
  /// Waits until no timer, task or handler of the scripts runs or is scheduled.
  ///
  /// - Parameter limit: The maximum time to wait, on the router's clock. A timer of `every` never
  ///   ends.
  /// - Returns: Whether everything has finished.
  @discardableResult
  public func settle(within limit: Duration) async -> Bool {
    await router.perform { application in
      let engine = self.engine(in: application)
      return await engine.background.settle(in: engine, within: limit)
    }
  }
}
