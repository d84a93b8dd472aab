/// A run of bytes within a ``LocationStorage``.
///
/// Half the size of a range of `Int`; a location is never longer than ``maximumBytes``.
struct LocationRange: Hashable, Sendable {
  /// The most bytes that any location may have, whatever its rules.
  static let maximumBytes = Int(Int32.max) / 4

  private let start: UInt32
  private let end: UInt32

  /// Makes the run of no bytes.
  init() {
    start = 0
    end = 0
  }

  /// Makes a run of bytes that lie below ``maximumBytes``.
  init(_ bounds: Range<Int>) {
    start = UInt32(clamping: bounds.lowerBound)
    end = UInt32(clamping: bounds.upperBound)
  }

  /// Takes a run out of one word.
  init(packed: UInt64) {
    start = UInt32(truncatingIfNeeded: packed)
    end = UInt32(packed >> 32)
  }

  /// The run in one word.
  var packed: UInt64 { UInt64(start) | UInt64(end) << 32 }

  /// The offsets of the first byte and of that after the last.
  var bounds: Range<Int> { Int(start)..<Int(end) }

  /// How many bytes there are.
  var count: Int { Int(end) - Int(start) }

  /// Whether there are none.
  var isEmpty: Bool { start == end }
}
