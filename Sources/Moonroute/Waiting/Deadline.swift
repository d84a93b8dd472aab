/// The time left to one wait.
///
/// It stands still while a child open runs.
final class Deadline {
  private let clock: RouterClock
  private let startTimer: (Duration) -> Task<Void, Never>
  private var remaining: Duration
  private var startedAt: Duration?
  private var timer: Task<Void, Never>?

  /// Makes a deadline that does not run yet.
  ///
  /// - Parameters:
  ///   - limit: The time.
  ///   - clock: Measures it.
  ///   - startTimer: Starts a task that ends the wait after a time.
  init(
    _ limit: Duration,
    clock: RouterClock,
    startTimer: @escaping (Duration) -> Task<Void, Never>
  ) {
    remaining = limit
    self.clock = clock
    self.startTimer = startTimer
  }

  /// Lets the time run.
  func resume() {
    guard timer == nil else { return }
    startedAt = clock.elapsed()
    timer = startTimer(max(remaining, .zero))
  }

  /// Lets the time stand still.
  func pause() {
    guard let timer else { return }
    timer.cancel()
    self.timer = nil
    if let startedAt { remaining -= clock.elapsed() - startedAt }
  }
}
