import Synchronization

/// The time of one spec file: its executor, its clock, and who is told when nothing can happen.
final class SpecWorld: Sendable {
  let executor: SpecExecutor
  let clock: SpecClock

  private struct State {
    var outsideCount = 0
    var stuck: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  /// Lets the clock move when everything waits.
  init() {
    executor = SpecExecutor()
    clock = SpecClock(executor: executor)
    executor.whenIdle { [weak self] in self?.moveOn() ?? false }
  }

  /// Notes that something outside of the scripts is being waited for, which no clock moves.
  func beginOutside() { state.withLock { $0.outsideCount += 1 } }

  /// Notes that it has ended.
  func endOutside() { state.withLock { $0.outsideCount -= 1 } }

  /// Lets the clock move by itself until ``stand()``.
  ///
  /// - Parameter stuck: Called when everything waits and nothing can end that.
  func run(stuck: @escaping @Sendable () -> Void) {
    state.withLock { $0.stuck = stuck }
  }

  /// Lets the clock stand still.
  func stand() {
    state.withLock { $0.stuck = nil }
  }

  private func moveOn() -> Bool {
    let (stuck, isWaitingOutside) = state.withLock { ($0.stuck, $0.outsideCount > 0) }
    guard let stuck, !isWaitingOutside else { return false }
    if clock.move() { return true }
    self.stand()
    stuck()
    return true
  }
}
