/// The hash of a literal segment, computed eight bytes at a time.
///
/// It needs no secret: the author of a table chooses its keys, so locations cannot cause long
/// chains.
enum SegmentHash {
  static let factor: UInt64 = 0x9E37_79B9_7F4A_7C15

  @inline(__always)
  static func mix(_ hash: UInt64, _ word: UInt64) -> UInt64 {
    ((hash &>> 32) ^ hash ^ word) &* factor
  }

  static func hash(_ bytes: some Collection<UInt8>) -> UInt64 {
    var hash: UInt64 = 0
    var word: UInt64 = 0
    var filled: UInt64 = 0
    for byte in bytes {
      word |= UInt64(byte) &<< (8 &* filled)
      filled += 1
      if filled == 8 {
        hash = mix(hash, word)
        (word, filled) = (0, 0)
      }
    }
    return mix(hash, word)
  }

  /// Reads up to eight bytes, padded with zeros.
  static func word(_ bytes: some Collection<UInt8>) -> UInt64 {
    var word: UInt64 = 0
    for (index, byte) in bytes.prefix(8).enumerated() {
      word |= UInt64(byte) << UInt64(8 * index)
    }
    return word
  }
}
