import Testing
import TextTools

/// Texts are only the same if their bytes are.
@Suite struct SameBytesTests {
  /// Texts of every length around a word, with pairwise different bytes.
  static let texts =
    (0...20).map { String(repeating: "a", count: $0) }
    + (0..<20)
    .map { place in
      String(repeating: "a", count: place) + "b" + String(repeating: "a", count: 19 - place)
    }
    + ["é", "e\u{301}", "\u{212A}", "K", "\0", "a\0", "a\u{1F1E9}\u{1F1EA}"]

  @Test(arguments: texts)
  func `texts are compared by bytes, not by their appearance`(text: String) {
    for other in Self.texts {
      let isSame = Array(text.utf8) == Array(other.utf8)
      #expect(text.hasSameBytes(as: other) == isSame, "\(other.debugDescription)")
      #expect(Array(text.utf8).hasSameBytes(as: Array(other.utf8)) == isSame)
      let isBefore = text.utf8.lexicographicallyPrecedes(other.utf8)
      #expect(text.hasBytesBefore(other) == isBefore, "\(other.debugDescription)")
    }
  }

  @Test func `canonically equivalent texts differ in their bytes`() {
    #expect("é" == "e\u{301}")
    #expect(!"é".hasSameBytes(as: "e\u{301}"))
  }

  @Test func `a text equals its copy and itself`() {
    let text = "a text of more than fifteen bytes"
    #expect(text.hasSameBytes(as: text))
    #expect(text.hasSameBytes(as: text.map(String.init).joined()))
    let bytes = Array(text.utf8)
    #expect(bytes.hasSameBytes(as: bytes))
    #expect(bytes.hasSameBytes(as: bytes.map { $0 }))
  }
}
