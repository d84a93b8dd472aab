/// What a match keeps of a location with a short path: a copy, and no reference.
///
/// Counting a reference would cost as much as half the search.
struct ShortMatch: Sendable {
  static let pathCapacity = 48

  // Written and read in the same pieces: a processor that reads across two fresh writes waits.
  private var bytes: (SIMD2<UInt64>, SIMD2<UInt64>, SIMD2<UInt64>) = (.zero, .zero, .zero)
  /// The length of the path, and above it the separator.
  private var shape: UInt64 = 0

  /// No path.
  @inline(__always)
  init() {}

  /// Copies a path of at most ``pathCapacity`` bytes.
  @inline(__always)
  init(_ path: PathView, separator: UInt8) {
    bytes = (
      SIMD2(path.paddedWord(at: 0), path.paddedWord(at: 8)),
      SIMD2(path.paddedWord(at: 16), path.paddedWord(at: 24)),
      SIMD2(path.paddedWord(at: 32), path.paddedWord(at: 40))
    )
    shape = UInt64(truncatingIfNeeded: path.count) | UInt64(separator) &<< 8
  }

  /// Whether there is a path; every path has at least one byte.
  @inline(__always)
  var isEmpty: Bool { shape == 0 }

  var separator: UInt8 { UInt8(truncatingIfNeeded: shape >> 8) }

  /// Gives access to the path.
  func withPath<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    withUnsafeBytes(of: bytes) { bytes in
      let path = bytes.bindMemory(to: UInt8.self).prefix(Int(shape & 0xFF))
      return body(UnsafeBufferPointer(rebasing: path))
    }
  }
}
