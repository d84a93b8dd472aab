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
  /// - Returns: Whether there is an application.
  func ring(_ body: @escaping @Sendable (isolated Application) async -> Void) -> Bool {
    guard let application = target.withLock({ $0.application }) else { return false }
    OpenContext.$current.withValue(nil) {
      _ = Task(executorPreference: taskExecutor) { [weak application] in
        await application?.perform(body)
      }
    }
    return true
  }
}
