/// Short names of fields as strings, each made once: scripts use the same few again and again.
final class LuaNames {
  private static let count = 64

  // No other code is called while they are read or written.
  /// The bytes of each name, zeros behind them; 0 where there is none yet.
  @exclusivity(unchecked) private var words = [UInt64](repeating: 0, count: count)
  @exclusivity(unchecked) private var texts = [String](repeating: "", count: count)

  /// Makes an empty store.
  init() {}

  /// The name of some bytes.
  ///
  /// - Parameters:
  ///   - word: The bytes, the first one lowest, and any others behind them.
  ///   - length: How many there are, from 1 to 8.
  /// - Returns: The name, or `nil` if a byte is 0 or not ASCII.
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
