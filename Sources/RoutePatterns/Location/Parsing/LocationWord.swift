/// Eight bytes of a path, tested together.
///
/// A test marks the highest bit of each byte that passes it. The marks are only valid if
/// ``isCommon`` is true, because all bytes must be ASCII.
struct LocationWord {
  static let size = 8

  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  private let bytes: UInt64

  /// Reads the bytes at a position, the first one lowest.
  @inline(__always)
  init(_ source: UnsafePointer<UInt8>, at position: Int) {
    bytes = UInt64(
      littleEndian: UnsafeRawPointer(source + position).loadUnaligned(as: UInt64.self)
    )
  }

  /// Whether all are letters, digits, or one of `-`, `.`, `/`, `:` and `_`.
  @inline(__always)
  var isCommon: Bool {
    guard bytes & Self.highBits == 0 else { return false }
    let letters = Self.marks(bytes | Self.all(0x20), from: "a", through: "z")
    let others = Self.marks(bytes, from: "-", through: ":") | Self.marks(bytes, of: "_")
    return (letters | others) & Self.highBits == Self.highBits
  }

  @inline(__always)
  var slashes: UInt64 { Self.marks(bytes, of: "/") & Self.highBits }

  /// Marks the slashes and the dots, which differ in the lowest bit; other bits are undefined.
  @inline(__always)
  var slashesAndDots: UInt64 { Self.marks(bytes | Self.all(1), of: "/") }

  @inline(__always)
  private static func marks(_ bytes: UInt64, of byte: Unicode.Scalar) -> UInt64 {
    ~((bytes ^ all(UInt8(ascii: byte))) &+ all(0x7F))
  }

  @inline(__always)
  private static func marks(
    _ bytes: UInt64,
    from first: Unicode.Scalar,
    through last: Unicode.Scalar
  ) -> UInt64 {
    let reached = bytes &+ all(0x80 &- UInt8(ascii: first))
    let passed = bytes &+ all(0x7F &- UInt8(ascii: last))
    return reached & ~passed
  }

  @inline(__always)
  private static func all(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }
}
