#if Releases
/// The waits between looks at a depot.
///
/// After a look that failed, the wait is short and doubles up to the usual one.
package struct LookPace: Sendable {
  /// The longest wait that a server may ask for.
  private static let longest = Duration.seconds(86_400)

  private let every: Duration
  private let spread: Double
  private var failures = 0

  /// Creates waits.
  ///
  /// - Parameters:
  ///   - every: The usual wait.
  ///   - spread: The part of it, from 0 to 1, by which waits differ at random, so that many hosts
  ///     do not ask at the same time.
  package init(every: Duration, spread: Double = 0) { (self.every, self.spread) = (every, spread) }

  /// Returns the wait after a look, with a random number from 0 to 1.
  package mutating func wait(after status: ReleaseFollower.Status, random: Double) -> Duration {
    guard status.problem != nil, !status.isStale else {
      failures = 0
      return every * (1 + spread * (2 * random - 1))
    }
    failures = min(failures + 1, 30)
    let wait = min(every, .seconds(1 << (failures - 1)) * (1 + spread * random))
    return max(wait, min(status.retryAfter ?? .zero, Self.longest))
  }
}
#endif
