import Dispatch
import Moonroute
import Synchronization

/// A clock that runs in real time and can also be moved ahead.
package final class LiveClock: ExecutorClock {
  package typealias Instant = ElapsedTime

  private struct Sleeper {
    let id: UInt64
    let deadline: Instant
    let continuation: CheckedContinuation<Void, any Error>
    var alarm: Task<Void, Never>?
  }

  private struct State {
    var skips = false
    var isSkipping = false
    /// The total time skipped so far.
    var skipped = Duration.zero
    var lastID: UInt64 = 0
    var sleepers: [Sleeper] = []
    var cancelled: Set<UInt64> = []
  }

  /// The number of yields before each step, so that due work reaches its next wait.
  private static let turnCount = 200

  /// The real time between two skipped waits, so that endless repetition leaves time for other
  /// work.
  private static let skipPause = Duration.milliseconds(5)

  private let elapsed: @Sendable () -> Duration
  private let sleep: @Sendable (Duration) async throws -> Void
  private let state = Mutex(State())

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
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    try await withTaskCancellationHandler {
      _ = isolation
      try await withCheckedThrowingContinuation { continuation in
        add(id, after: duration, continuation)
      }
    } onCancel: {
      take(id, isCancelled: true)?.continuation.resume(throwing: CancellationError())
    }
  }

  private func add(
    _ id: UInt64,
    after duration: Duration,
    _ continuation: CheckedContinuation<Void, any Error>
  ) {
    let isCancelled = state.withLock { state in
      guard state.cancelled.remove(id) == nil else { return true }
      let deadline = time(state).advanced(by: max(.zero, duration))
      state.sleepers.append(Sleeper(id: id, deadline: deadline, continuation: continuation))
      return false
    }
    guard !isCancelled else { return continuation.resume(throwing: CancellationError()) }
    let alarm = Task { [sleep] in
      guard (try? await sleep(duration)) != nil else { return }
      take(id)?.continuation.resume()
    }
    state.withLock { state in
      guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else { return }
      state.sleepers[index].alarm = alarm
    }
    skipSoon()
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
      guard state.skips, !state.isSkipping, !state.sleepers.isEmpty else { return false }
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
      state.isSkipping = state.skips && !state.sleepers.isEmpty
      return state.isSkipping
    }
  }

  private func take(_ id: UInt64, isCancelled: Bool = false) -> Sleeper? {
    let sleeper = state.withLock { state -> Sleeper? in
      guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else {
        if isCancelled { state.cancelled.insert(id) }
        return nil
      }
      return state.sleepers.remove(at: index)
    }
    sleeper?.alarm?.cancel()
    return sleeper
  }

  /// Wakes each sleeper at its deadline, up to a limit, because repeating work would never end;
  /// returns whether the clock reached the goal.
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
    let next = state.withLock { state -> UInt64? in
      let due = state.sleepers.filter { sleeper in goal.map { sleeper.deadline <= $0 } ?? true }
        .min { ($0.deadline, $0.id) < ($1.deadline, $1.id) }
      guard let due else { return nil }
      state.skipped += max(.zero, time(state).duration(to: due.deadline))
      return due.id
    }
    guard let next else { return false }
    take(next)?.continuation.resume()
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
