/// A time on a clock that starts at zero.
package struct ElapsedTime: InstantProtocol {
  package var offset = Duration.zero

  package func advanced(by duration: Duration) -> ElapsedTime {
    ElapsedTime(offset: offset + duration)
  }

  package func duration(to other: ElapsedTime) -> Duration { other.offset - offset }

  package static func < (left: ElapsedTime, right: ElapsedTime) -> Bool {
    left.offset < right.offset
  }
}
