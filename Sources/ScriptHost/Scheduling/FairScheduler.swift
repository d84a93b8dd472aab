import Moonroute

/// Gives background functions, such as timers and tasks, their turns.
///
/// They run when they are due, one right after the other. After they have computed for long, each
/// one first yields to all other work on the executor.
final class FairScheduler {
  // It lives as long as scripts run (see `RegistrationScope.router`).
  private unowned let router: Router
  private var waiting: [OneShotContinuation<Void>] = []
  private var isAdvancing = false
  private var start: UInt64 = 0
  private var computed: UInt64 = 0

  init(_ router: Router) { self.router = router }

  /// Waits until a function may run; it must then run immediately and call ``releaseTurn()`` at its
  /// end.
  func acquireTurn(isolation: isolated (any Actor)? = #isolation) async {
    guard let computing = router.events.computing else { return }
    if isAdvancing || computed >= computing.turnLimit {
      // Queued before the wait: other functions may run in between (see `OneShotContinuation`).
      let turn = OneShotContinuation<Void>()
      waiting.append(turn)
      advance()
      try? await turn.wait(isCancellable: false)
    }
    start = computing.now()
  }

  /// Ends the turn: the function has ended, or waits.
  func releaseTurn() {
    guard let computing = router.events.computing else { return }
    computed += computing.since(start)
  }

  func releasingTurn<Answer>(_ body: () throws -> Answer) rethrows -> Answer {
    defer { releaseTurn() }
    return try body()
  }

  private func advance(isolation: isolated (any Actor)? = #isolation) {
    guard !isAdvancing else { return }
    isAdvancing = true
    _ = Task {
      _ = isolation
      await resumeQueued()
    }
  }

  private func resumeQueued(isolation: isolated (any Actor)? = #isolation) async {
    while !waiting.isEmpty {
      let batch = waiting
      waiting = []
      for next in batch {
        computed = 0
        next.resume(returning: ())
        await router.clock.yield()
      }
    }
    isAdvancing = false
  }
}
