/// The content of a match: a copy of a short path, or the positions of values in a retained
/// location.
///
/// Reference counting would take half as long as the search, so a short path is copied.
@usableFromInline
struct CompactCaptures: Sendable {
  static let pathCapacity = 48

  private typealias Piece = SIMD2<UInt64>

  /// The words of the path or of the ranges, and in the last word the shape: the length of a short
  /// path, then the separator and whether captures are exact.
  ///
  /// It is one vector, so that the compiler treats a match as a small value and removes unused
  /// parts. It is read and written in the same pieces, because a read that spans two recent writes
  /// stalls the processor.
  @usableFromInline var words: SIMD8<UInt64>

  @inlinable
  init() {
    words = .zero
  }

  /// Records positions in the bytes of a location.
  init(_ captures: InlineCaptures, in layout: LocationLayout) {
    let (first, second, third) = captures.words
    let shape = UInt64(layout.separator) << 8 | (captures.isExact ? 1 << 16 : 0)
    words = SIMD8(first, second, third, layout.key.packed, layout.host.packed, 0, 0, shape)
  }

  @usableFromInline var shape: UInt64 {
    @inlinable get { words[7] }
  }

  var separator: UInt8 { UInt8(truncatingIfNeeded: shape >> 8) }

  @inlinable var isShort: Bool { shape & 0xFF != 0 }

  /// The first captures, as positions in a location.
  var captures: InlineCaptures {
    InlineCaptures(words: (words[0], words[1], words[2]), isExact: shape >> 16 & 1 == 1)
  }

  /// The path, as a position in a location.
  var key: LocationRange { LocationRange(packed: words[3]) }

  var host: LocationRange { LocationRange(packed: words[4]) }
}

extension CompactCaptures {
  /// Copies a path of 1 to ``pathCapacity`` bytes; the pieces overlap for a shorter path.
  @inline(__always)
  init(_ path: UnsafeBufferPointer<UInt8>, separator: UInt8) {
    let shape = UInt64(truncatingIfNeeded: path.count) | UInt64(separator) &<< 8
    guard let base = path.baseAddress, path.count >= 16 else {
      self.init(Self.tinyPiece(path), .zero, .zero, shape)
      return
    }
    let last = path.count &- 16
    func piece(_ offset: Int) -> Piece {
      UnsafeRawPointer(base + min(offset, last)).loadUnaligned(as: Piece.self)
    }
    self.init(piece(0), piece(16), piece(32), shape)
  }

  @inline(__always)
  private init(_ first: Piece, _ second: Piece, _ third: Piece, _ shape: UInt64) {
    words = SIMD8(
      lowHalf: SIMD4(lowHalf: first, highHalf: second),
      highHalf: SIMD4(lowHalf: third, highHalf: Piece(0, shape))
    )
  }

  /// Reads a path of less than 16 bytes.
  @inline(never)
  private static func tinyPiece(_ path: UnsafeBufferPointer<UInt8>) -> Piece {
    var piece = Piece.zero
    withUnsafeMutableBytes(of: &piece) { $0.copyBytes(from: path) }
    return piece
  }

  @inline(__always)
  func withShortPath<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    let count = Int(shape & 0xFF)
    let last = max(count &- 16, 0)
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.pathCapacity) { bytes in
      withUnsafeBytes(of: words) { pieces in
        guard let base = bytes.baseAddress, let source = pieces.baseAddress else {
          return body(UnsafeBufferPointer(start: nil, count: 0))
        }
        let target = UnsafeMutableRawPointer(base)
        (target + min(32, last)).copyMemory(from: source + 32, byteCount: 16)
        (target + min(16, last)).copyMemory(from: source + 16, byteCount: 16)
        target.copyMemory(from: source, byteCount: 16)
        return body(UnsafeBufferPointer(start: base, count: count))
      }
    }
  }
}
