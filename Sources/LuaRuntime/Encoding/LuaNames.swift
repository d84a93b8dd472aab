/// Short field names as strings, each created once: scripts use the same few repeatedly.
final class LuaNames {
  private static let count = 64

  // No other code runs while they are read or written.
  /// The bytes of each name, followed by zeros; 0 for an empty place.
  @exclusivity(unchecked) private var words = [UInt64](repeating: 0, count: count)
  @exclusivity(unchecked) private var texts = [String](repeating: "", count: count)

  init() {}

  /// The first byte is the lowest of `word`, possibly followed by other bytes; up to 8 bytes count.
  ///
  /// Returns `nil` if a byte is 0 or not ASCII.
  func name(_ word: UInt64, length: Int) -> String? {
    let word = word & (.max &>> UInt64(truncatingIfNeeded: 64 &- 8 &* length))
    let place = Int(truncatingIfNeeded: (word &* 0x9E37_79B9_7F4A_7C15) &>> 58)
    if words[place] == word, texts[place].utf8.count == length { return texts[place] }
    let bytes = (0..<length).map { UInt8(truncatingIfNeeded: word &>> UInt64(8 * $0)) }
    guard bytes.allSatisfy({ $0 != 0 && $0 < 0x80 }) else { return nil }
    words[place] = word
    texts[place] = String(decoding: bytes, as: UTF8.self)
    return texts[place]
  }
}
