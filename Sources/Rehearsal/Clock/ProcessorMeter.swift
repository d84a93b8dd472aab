import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The processor time that a test takes, with all that runs while it waits: timers, tasks, events.
///
/// A script is stopped by its own budget of computing; this bounds what is none of its own, such as
/// a clock that moves on and on.
package final class ProcessorMeter: Sendable {
  private struct State {
    var limit = UInt64.max
    var spent: UInt64 = 0
    /// The time of all tests before.
    var before: UInt64 = 0
    var mark: UInt64 = 0
  }

  private let state = Mutex(State())

  /// Begins a test, with the hooks around it.
  ///
  /// To be called by a job: its time until now belongs to the test before.
  package func begin(limit: Duration) {
    state.withLock { state in
      let now = Self.threadTime
      state.limit = UInt64(max(0, min(limit / .nanoseconds(1), 1e18)))
      state.before += state.spent + now - min(now, state.mark)
      state.spent = 0
      state.mark = now
    }
  }

  /// Whether the test has had its time.
  package var isOver: Bool { state.withLock { $0.spent > $0.limit } }

  /// Adds time that something took elsewhere for the test.
  ///
  /// - Returns: Whether the test has any left.
  package func add(_ duration: Duration) -> Bool {
    state.withLock { state in
      state.spent += UInt64(max(0, min(duration / .nanoseconds(1), 1e18)))
      return state.spent <= state.limit
    }
  }

  /// The time of all tests so far, up to the last job that has ended.
  package var total: Duration {
    .nanoseconds(Int64(clamping: state.withLock { $0.before + $0.spent }))
  }

  /// Notes that jobs run on this thread from now on.
  func start() { state.withLock { $0.mark = Self.threadTime } }

  /// Notes that a job has ended.
  ///
  /// - Returns: Whether it was the one with which the test has had its time.
  func lap() -> Bool {
    state.withLock { state in
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
