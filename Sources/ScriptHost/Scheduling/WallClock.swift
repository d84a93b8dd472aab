import LuaRuntime
import Moonroute

/// The time of day of an application whose clock can be moved.
///
/// It begins at the machine's time of day and goes on with the clock, so that a spec that advances the
/// clock by an hour finds both an hour later. All generations share it: a load does not move it.
final class WallClock {
  private let clock: RouterClock

  /// The seconds of Unix at the beginning of the clock, once it is known.
  private var start: Int64?

  /// Makes it for a clock that can be moved; for any other, the machine's time of day will do.
  init?(_ clock: RouterClock) {
    guard clock.canBeMoved else { return nil }
    self.clock = clock
  }

  private var elapsed: Int64 { clock.elapsed().components.seconds }

  /// Begins at a time of day, unless it has begun.
  func begin(at seconds: Int64) { start = start ?? seconds - elapsed }

  /// The seconds of Unix.
  var seconds: Int64 { (start ?? 0) + elapsed }
}
