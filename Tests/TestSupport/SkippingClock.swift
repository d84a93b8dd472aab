import Synchronization

/// A clock whose time passes as soon as somebody sleeps: tests wait for an order, never for time.
///
/// Of all that sleep, the one that is due first wakes up first. A sleep of more than a second, such as
/// a limit, ends only when it is cancelled.
public final class SkippingClock: Clock {
  /// A moment, counted from when the clock was made.
  public struct Instant: InstantProtocol {
    fileprivate var offset = Duration.zero

    /// The moment that is so much later.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    /// The time between two moments.
    public func duration(to other: Instant) -> Duration { other.offset - offset }

    /// Whether one moment comes before another.
    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct State {
    var now = Instant()
    var nextID = 0
    var deadlines: [Int: Instant] = [:]
  }

  private let state = Mutex(State())

  /// Makes a clock.
  public init() {}

  /// The moment up to which time has passed.
  public var now: Instant { state.withLock { $0.now } }

  /// The smallest step of time.
  public var minimumResolution: Duration { .zero }

  /// Sleeps until all that is due earlier has had its turn.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    guard now.duration(to: deadline) <= .seconds(1) else { return try await sleepForEver() }
    let id = state.withLock { state in
      state.nextID += 1
      state.deadlines[state.nextID] = deadline
      return state.nextID
    }
    defer { state.withLock { $0.deadlines[id] = nil } }
    repeat {
      await Task.yield()
      try Task.checkCancellation()
    } while !wakes(id, deadline)
  }

  /// Lets the time pass up to a deadline, unless another comes before it.
  private func wakes(_ id: Int, _ deadline: Instant) -> Bool {
    state.withLock { state in
      guard state.deadlines.allSatisfy({ ($1, $0) >= (deadline, id) }) else { return false }
      state.now = max(state.now, deadline)
      return true
    }
  }

  private func sleepForEver() async throws {
    let (nothing, end) = AsyncStream.makeStream(of: Never.self)
    for await _ in nothing {}
    end.finish()
    throw CancellationError()
  }
}
