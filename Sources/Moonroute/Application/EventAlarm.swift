import Synchronization

/// Comes back to an application's executor later, from wherever it is asked to.
final class EventAlarm: Sendable {
  private struct Target: ~Copyable {
    weak var application: Application?
  }

  private let target = Mutex(Target())
  private let taskExecutor: (any TaskExecutor)?

  /// Makes an alarm without an application.
  init(clock: RouterClock) { taskExecutor = clock.taskExecutor }

  /// Sets the application that it comes back to.
  func connect(_ application: Application) {
    target.withLock { $0.application = application }
  }

  /// Does something on the application's executor, soon; no part of the open under way.
  ///
  /// Holds the application no longer than until `body` begins.
  ///
  /// - Returns: The task that does it, or `nil` when there is no application.
  func ring(
    _ body: @escaping @Sendable (EventStore, isolated any Actor) async -> Void
  ) -> Task<Void, Never>? {
    guard let application = target.withLock({ $0.application }) else { return nil }
    let owner = application.owner
    return OpenContext.$current.withValue(nil) {
      application.life.start(preferring: taskExecutor) { await self.run(body, on: owner) }
    }
  }

  private func run(
    _ body: @Sendable (EventStore, isolated any Actor) async -> Void,
    on owner: isolated any Actor
  ) async {
    guard let events else { return }
    await body(events, owner)
  }

  /// The events of the application, on its executor.
  private var events: EventStore? {
    guard let application = target.withLock({ $0.application }) else { return nil }
    // Invariant: the application's executor is that of its owner, where this runs.
    nonisolated(unsafe) var events: EventStore?
    application.assumeIsolated { events = $0.router.events }
    return events
  }
}
