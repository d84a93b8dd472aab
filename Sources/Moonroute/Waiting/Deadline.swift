/// The remaining time of one wait, which pauses while a child open runs.
final class Deadline {
  private let clock: RouterClock
  private let startTimer: (Duration) -> Task<Void, Never>
  private var remaining: Duration
  private var startedAt: Duration?
  private var timer: Task<Void, Never>?

  /// Makes a deadline that is not running yet; `startTimer` starts a task that ends the wait.
  init(
    _ limit: Duration,
    clock: RouterClock,
    startTimer: @escaping (Duration) -> Task<Void, Never>
  ) {
    remaining = limit
    self.clock = clock
    self.startTimer = startTimer
  }

  func resume() {
    guard timer == nil else { return }
    startedAt = clock.elapsed()
    timer = startTimer(max(remaining, .zero))
  }

  func pause() {
    guard let timer else { return }
    timer.cancel()
    self.timer = nil
    if let startedAt { remaining -= clock.elapsed() - startedAt }
  }
}
