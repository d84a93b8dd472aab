import Moonroute
import RoutePatterns

extension ScriptCalls {
  /// The time between two checks whether a result is still possible.
  private static let pause = Duration.milliseconds(100)

  /// Waits for the result of a screen, without charging the waiting script for the time.
  ///
  /// If no person sees the screen, only a script can produce a result. The wait then fails with
  /// `timeout` when no running work could call such a script, or after the limit of a decision.
  func result(of handle: OpenHandle) async throws -> ScreenResult {
    let router = scope.router
    guard router.hooks.isUnattended else {
      return try await router.waiting(forResultOf: handle) { try await handle.result() }
    }
    let question = Task { try await handle.result() }
    let recheck = recheckStillWanted { question.cancel() }
    defer { recheck.cancel() }
    do {
      return try await router.waiting(forResultOf: handle) {
        try await withTaskCancellationHandler {
          try await question.value
        } onCancel: {
          question.cancel()
        }
      }
    } catch {
      recheck.cancel()
      guard await recheck.value else { throw error }
      throw RouterError.nobodyAnswers(
        stage: router.stage.screens.first { $0.id == handle.screen }?.location
      )
    }
  }

  /// Watches whether a result is still possible; returns whether it gave up.
  private func recheckStillWanted(
    isolation: isolated (any Actor)? = #isolation,
    _ giveUp: @escaping @Sendable () -> Void
  ) -> Task<Bool, Never> {
    let (clock, scope) = (scope.router.clock, scope)
    return Task {
      _ = isolation
      let (start, limit) = (clock.elapsed(), scope.router.rules.configuration.waitLimit)
      var idleCount = 0
      while idleCount < 2, limit.map({ clock.elapsed() - start < $0 }) ?? true {
        guard await clock.hasSlept(Self.pause) else { return false }
        idleCount = timers.isEmpty && selfEndingCount == 0 ? idleCount + 1 : 0
      }
      giveUp()
      return true
    }
  }
}

extension RouterError {
  static func nobodyAnswers(stage location: Location?) -> RouterError {
    let asked = location.map { "'\($0)'" } ?? "the screen"
    return RouterError(
      .timeout,
      "\(asked) gets no result: no person sees it here, and no script closes it. Close it from a"
        + " timer or an event, or try it in a spec."
    )
  }
}
