/// A time on a clock that begins at zero.
package struct ElapsedTime: InstantProtocol {
  /// The time since the clock began.
  package var offset = Duration.zero

  package func advanced(by duration: Duration) -> ElapsedTime {
    ElapsedTime(offset: offset + duration)
  }

  /// The duration to another time.
  package func duration(to other: ElapsedTime) -> Duration { other.offset - offset }

  /// Whether one time comes before another.
  package static func < (left: ElapsedTime, right: ElapsedTime) -> Bool {
    left.offset < right.offset
  }
}
