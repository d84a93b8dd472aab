import Moonroute
import TestSupport

extension Application {
  /// An application whose decisions may wait as long as a busy machine needs.
  ///
  /// With the usual ten seconds a machine that stalls would change how an open ends.
  static func patient(
    clock: any Clock<Duration> = SkippingClock()
  ) throws -> Application {
    var configuration = RouterConfiguration()
    configuration.waitLimit = .seconds(3_600)
    return try Application(configuration: configuration, clock: clock)
  }
}

/// A clock that stands still: a wait of up to a second is over at once, a longer one never.
struct StillClock: Clock {
  struct Instant: InstantProtocol {
    var offset = Duration.zero

    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  var now: Instant { Instant() }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    if deadline.offset <= .seconds(1) { return await Task.yield() }
    let (nothing, end) = AsyncStream.makeStream(of: Never.self)
    for await _ in nothing {}
    end.finish()
    throw CancellationError()
  }
}
