/// A run of bytes within a ``LocationStorage``.
///
/// It has half the size of a `Range<Int>`; a location is never longer than ``maximumBytes``.
struct LocationRange: Hashable, Sendable {
  /// The maximum length of any location in bytes, regardless of its rules.
  static let maximumBytes = Int(Int32.max) / 4

  private let start: UInt32
  private let end: UInt32

  init() {
    start = 0
    end = 0
  }

  /// Creates a range below ``maximumBytes``.
  init(_ bounds: Range<Int>) {
    start = UInt32(clamping: bounds.lowerBound)
    end = UInt32(clamping: bounds.upperBound)
  }

  /// Unpacks a range from one word.
  init(packed: UInt64) {
    start = UInt32(truncatingIfNeeded: packed)
    end = UInt32(packed >> 32)
  }

  var packed: UInt64 { UInt64(start) | UInt64(end) << 32 }

  var bounds: Range<Int> { Int(start)..<Int(end) }

  var count: Int { Int(end) - Int(start) }

  var isEmpty: Bool { start == end }
}
