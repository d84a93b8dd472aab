import Dispatch
import Moonroute
import Synchronization

/// A clock that goes as any does, and can be moved ahead.
final class PromptClock: ExecutorClock {
  /// A time on the clock.
  struct Instant: InstantProtocol {
    var offset = Duration.zero

    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct Sleeper {
    let id: UInt64
    let deadline: Instant
    let continuation: CheckedContinuation<Void, any Error>
    var alarm: Task<Void, Never>?
  }

  private struct State {
    /// The time that was skipped.
    var skipped = Duration.zero
    var lastID: UInt64 = 0
    var sleepers: [Sleeper] = []
    var cancelled: Set<UInt64> = []
  }

  /// The turns in which what is due goes on before the next is asked.
  private static let turnCount = 200

  private let start = ContinuousClock.now
  private let state = Mutex(State())

  /// Everything that waits does so beside the application, whose turns are counted.
  let taskExecutor: any TaskExecutor = MainTasks()

  /// The time.
  var now: Instant { state.withLock { time($0) } }

  /// Nothing is too short.
  var minimumResolution: Duration { .zero }

  private func time(_ state: State) -> Instant {
    Instant(offset: start.duration(to: .now) + state.skipped)
  }

  /// Waits for a time.
  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try await wait(now.duration(to: deadline), isolation: nil)
  }

  /// Waits on the caller's executor.
  func wait(_ duration: Duration, isolation: isolated (any Actor)?) async throws {
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
    let alarm = Task {
      guard (try? await Task.sleep(for: duration)) != nil else { return }
      take(id)?.continuation.resume()
    }
    state.withLock { state in
      guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else { return }
      state.sleepers[index].alarm = alarm
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

  /// Moves the clock ahead, waking what is due on the way at its time.
  func advance(by duration: Duration) async {
    let goal = now.advanced(by: max(.zero, duration))
    while !Task.isCancelled {
      // Tasks that have just begun come to their wait: those of scripts loaded a moment ago, too.
      for _ in 0..<Self.turnCount { await Task.yield() }
      let next = state.withLock { state -> UInt64? in
        let due = state.sleepers.filter { $0.deadline <= goal }
          .min { ($0.deadline, $0.id) < ($1.deadline, $1.id) }
        guard let due else { return nil }
        state.skipped += max(.zero, time(state).duration(to: due.deadline))
        return due.id
      }
      guard let next else { break }
      take(next)?.continuation.resume()
    }
    state.withLock { $0.skipped += max(.zero, time($0).duration(to: goal)) }
  }
}

/// Runs tasks on the main thread, in turn with the main actor.
private final class MainTasks: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    DispatchQueue.main.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
