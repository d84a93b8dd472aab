/// A clock that stands still: a wait of up to a second is over at once, a longer one never.
public struct StillClock: Clock {
  /// The only moment there is, or one that never comes.
  public struct Instant: InstantProtocol {
    fileprivate var offset = Duration.zero

    /// The moment that is so much later.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    /// The time between two moments.
    public func duration(to other: Instant) -> Duration { other.offset - offset }

    /// Whether one moment comes before another.
    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  /// Makes a clock.
  public init() {}

  /// The moment at which it stands.
  public var now: Instant { Instant() }

  /// The smallest step of time.
  public var minimumResolution: Duration { .zero }

  /// Lets others have their turn, or sleeps until it is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    if deadline.offset <= .seconds(1) { return await Task.yield() }
    let (nothing, end) = AsyncStream.makeStream(of: Never.self)
    for await _ in nothing {}
    end.finish()
    throw CancellationError()
  }
}
