import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Measures a test's processor time, including timers, tasks and events that run while it waits.
///
/// A script has its own computing budget. This limit covers other work, such as a clock that never
/// stops moving.
package final class ProcessorMeter: Sendable {
  private struct State {
    var limit = UInt64.max
    var spent: UInt64 = 0
    /// The time of all previous tests.
    var before: UInt64 = 0
    var mark: UInt64 = 0
    /// The time of the last measurement on a clock that is quick to read.
    var lapped = ContinuousClock.now
  }

  /// The time between two measurements, because reading a thread's processor time takes long.
  private static let lapTime = Duration.microseconds(100)

  private let state = Mutex(State())

  /// Call this from a job: the job's time until now belongs to the previous test.
  package func begin(limit: Duration) {
    state.withLock { state in
      let now = Self.threadTime
      state.limit = UInt64(max(0, min(limit / .nanoseconds(1), 1e18)))
      state.before += state.spent + now - min(now, state.mark)
      state.spent = 0
      state.mark = now
    }
  }

  package var isOver: Bool { state.withLock { $0.spent > $0.limit } }

  /// Adds time that other threads spent on the test, and returns whether the test has time left.
  package func add(_ duration: Duration) -> Bool {
    state.withLock { state in
      state.spent += UInt64(max(0, min(duration / .nanoseconds(1), 1e18)))
      return state.spent <= state.limit
    }
  }

  /// The time of all tests so far, up to the end of the last job.
  package var total: Duration {
    .nanoseconds(Int64(clamping: state.withLock { $0.before + $0.spent }))
  }

  /// Starts measuring jobs on the current thread.
  func start() { state.withLock { $0.mark = Self.threadTime } }

  /// Adds the time of the finished jobs, and returns whether they exceeded the test's time.
  ///
  /// Before the last job of a thread, it waits until the jobs together have taken a while.
  func lap(isLast: Bool = false) -> Bool {
    state.withLock { state in
      let time = ContinuousClock.now
      guard isLast || state.lapped.duration(to: time) >= Self.lapTime else { return false }
      state.lapped = time
      let (wasOver, now) = (state.spent > state.limit, Self.threadTime)
      state.spent += now - min(now, state.mark)
      state.mark = now
      return !wasOver && state.spent > state.limit
    }
  }

  private static var threadTime: UInt64 {
    var time = timespec()
    guard clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0 else { return 0 }
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
