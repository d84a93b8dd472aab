import LuaRuntime
import Moonroute

/// The time of day of a router whose clock can be moved.
///
/// It begins at the machine's time of day and advances with the clock. All generations share it.
final class WallClock {
  private let clock: RouterClock

  /// The Unix time in seconds at the beginning of the clock, once known.
  private var start: Int64?

  /// Fails for a clock that cannot be moved: the machine's time of day is then right.
  init?(_ clock: RouterClock) {
    guard clock.canBeMoved else { return nil }
    self.clock = clock
  }

  private var elapsed: Int64 { clock.elapsed().components.seconds }

  /// Sets the time of day at the beginning, unless it is already set.
  func begin(at seconds: Int64) { start = start ?? seconds - elapsed }

  var seconds: Int64 { (start ?? 0) + elapsed }
}
