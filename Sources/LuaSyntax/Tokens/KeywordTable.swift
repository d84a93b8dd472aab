/// Distinguishes reserved words from names with one table look-up.
struct KeywordTable {
  /// The maximum length of a reserved word in bytes.
  private static let longest = 8

  private var words: [UInt64]
  private var kinds: [LuaToken.Kind]

  static let shared = KeywordTable()

  private init() {
    words = Array(repeating: 0, count: 512)
    kinds = Array(repeating: .name, count: 512)
    for (text, kind) in LuaToken.Kind.keywords {
      let word = text.utf8.reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
      let slot = Self.slot(of: word)
      precondition(words[slot] == 0, "Two reserved words share a slot.")
      words[slot] = word
      kinds[slot] = kind
    }
  }

  private static func slot(of word: UInt64) -> Int {
    Int(truncatingIfNeeded: (word &* 0x61D2_3A95_C266_6349) >> 55)
  }

  func kind(of text: Slice<UnsafeBufferPointer<UInt8>>) -> LuaToken.Kind {
    guard text.count <= Self.longest else { return .name }
    var word: UInt64 = 0
    for byte in text { word = word << 8 | UInt64(byte) }
    let slot = Self.slot(of: word)
    return words[slot] == word ? kinds[slot] : .name
  }
}
