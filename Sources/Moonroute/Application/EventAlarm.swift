import Synchronization

/// Schedules work on a router's executor, from any thread.
final class EventAlarm: Sendable {
  private struct Target: ~Copyable {
    weak var router: LinkRouter?
  }

  private let target = Mutex(Target())
  private let taskExecutor: (any TaskExecutor)?

  init(clock: RouterClock) { taskExecutor = clock.taskExecutor }

  func connect(_ router: LinkRouter) {
    target.withLock { $0.router = router }
  }

  /// Schedules a function on the router's executor, outside the current open.
  ///
  /// If the router is deallocated before the task starts, `body` is not called. Returns `nil` if
  /// the router no longer exists.
  func ring(
    _ body: @escaping @Sendable (EventStore, isolated any Actor) async -> Void
  ) -> Task<Void, Never>? {
    guard let router = target.withLock({ $0.router }) else { return nil }
    let owner = router.owner
    return OpenContext.$current.withValue(nil) {
      router.life.start(preferring: taskExecutor) { await self.run(body, on: owner) }
    }
  }

  private func run(
    _ body: @Sendable (EventStore, isolated any Actor) async -> Void,
    on owner: isolated any Actor
  ) async {
    guard let events else { return }
    await body(events, owner)
  }

  private var events: EventStore? {
    guard let router = target.withLock({ $0.router }) else { return nil }
    // Invariant: the router uses the executor of its owner, and this code runs there.
    nonisolated(unsafe) var events: EventStore?
    router.assumeIsolated { events = $0.router.events }
    return events
  }
}
