import Dispatch
import Moonroute
import Synchronization

/// A clock that runs in real time and can also be moved ahead.
package final class LiveClock: ExecutorClock {
  package typealias Instant = ElapsedTime

  private struct State {
    var skips = false
    var isSkipping = false
    /// The total time skipped so far.
    var skipped = Duration.zero
  }

  /// The number of yields before each step, so that due work reaches its next wait.
  private static let turnCount = 200

  /// The real time between two skipped waits, so that endless repetition leaves time for other
  /// work.
  private static let skipPause = Duration.milliseconds(5)

  private let elapsed: @Sendable () -> Duration
  private let sleep: @Sendable (Duration) async throws -> Void
  private let state = Mutex(State())
  private let sleepers = SleeperQueue()

  /// Runs the waiting tasks in turn with the application, so that yields order them.
  package let taskExecutor: any TaskExecutor = MainTasks()

  package init(over base: some Clock<Duration> = ContinuousClock()) {
    let start = base.now
    elapsed = { start.duration(to: base.now) }
    sleep = { try await base.sleep(for: $0) }
  }

  /// Makes a clock at zero that runs at the pace of another, without the other's skipped time.
  package init(like other: LiveClock) {
    let (elapsed, start) = (other.elapsed, other.elapsed())
    self.elapsed = { elapsed() - start }
    sleep = other.sleep
  }

  package var now: Instant { state.withLock { time($0) } }

  package var minimumResolution: Duration { .zero }

  private func time(_ state: State) -> Instant {
    Instant(offset: elapsed() + state.skipped)
  }

  package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try await wait(now.duration(to: deadline), isolation: nil)
  }

  /// Waits on the caller's executor.
  package func wait(_ duration: Duration, isolation: isolated (any Actor)?) async throws {
    let deadline = now.advanced(by: max(.zero, duration))
    var alarm: Task<Void, Never>?
    defer { alarm?.cancel() }
    try await sleepers.sleep(until: deadline, isolation: isolation) { id in
      alarm = Task { [sleep, sleepers] in
        guard (try? await sleep(duration)) != nil else { return }
        sleepers.wake(id)
      }
      skipSoon()
    }
  }

  package var skipsWaits: Bool {
    get { state.withLock { $0.skips } }
    set {
      state.withLock { $0.skips = newValue }
      skipSoon()
    }
  }

  /// Starts skipping waits unless it already does or nothing waits.
  private func skipSoon() {
    let begins = state.withLock { state in
      guard state.skips, !state.isSkipping, sleepers.count > 0 else { return false }
      state.isSkipping = true
      return true
    }
    guard begins else { return }
    Task(executorPreference: taskExecutor) { [weak self] in
      while let clock = self, clock.hasSomethingToSkip {
        await clock.moveToNext(until: nil)
        try? await Task.sleep(for: Self.skipPause)
      }
    }
  }

  /// Whether to continue skipping; updates `isSkipping`.
  private var hasSomethingToSkip: Bool {
    state.withLock { state in
      state.isSkipping = state.skips && sleepers.count > 0
      return state.isSkipping
    }
  }

  /// Moves the clock ahead and wakes each sleeper at its deadline.
  ///
  /// - Parameters:
  ///   - duration: The distance.
  ///   - limit: The maximum number of wake-ups, because repeating work would never end. Default:
  ///     no maximum.
  /// - Returns: Whether the clock reached the goal. Otherwise it stops at the last wake-up.
  @discardableResult
  package func advance(by duration: Duration, waking limit: Int = .max) async -> Bool {
    let goal = now.advanced(by: max(.zero, duration))
    var count = 0
    // Runs in turn with the application, so that new tasks reach their first wait first.
    await withTaskExecutorPreference(taskExecutor) {
      while !Task.isCancelled, count < limit, await moveToNext(until: goal) { count += 1 }
    }
    guard count < limit else { return false }
    state.withLock { $0.skipped += max(.zero, time($0).duration(to: goal)) }
    return true
  }

  /// Moves to the next deadline up to a goal, and returns whether a sleeper woke.
  @discardableResult
  private func moveToNext(until goal: Instant?) async -> Bool {
    // New tasks, such as those of recently loaded scripts, reach their first wait here.
    for _ in 0..<Self.turnCount { await Task.yield() }
    guard let next = sleepers.next, goal.map({ next.deadline <= $0 }) ?? true else { return false }
    state.withLock { $0.skipped += max(.zero, time($0).duration(to: next.deadline)) }
    sleepers.wake(next.id)
    return true
  }
}

/// Runs tasks on the main thread, in turn with the main actor.
private final class MainTasks: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    DispatchQueue.main.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
