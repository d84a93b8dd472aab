/// The range of one parameter's value, in bytes of a location's path key or of its host.
///
/// An empty catch-all has an `end` before its `start`.
@usableFromInline package struct RouteCapture: Hashable, Sendable {
  package var start: UInt32
  /// The byte after the last.
  package var end: UInt32

  /// The capture of a parameter in an optional part that was left out.
  package static let absent = RouteCapture(start: .max, end: .max)

  init(start: UInt32, end: UInt32) {
    self.start = start
    self.end = end
  }

  init(_ range: Range<Int>) {
    self.init(start: UInt32(range.lowerBound), end: UInt32(range.upperBound))
  }

  package var isPresent: Bool { start != .max }
}

extension RouteCapture {
  /// The bytes as a range; empty for an empty catch-all.
  package var range: Range<Int> { Int(start)..<Int(max(start, end)) }
}
