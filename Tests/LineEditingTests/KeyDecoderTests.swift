import LineEditing
import Testing

struct KeyDecoderTests {
  private static let cases: [(String, [Key])] = [
    ("a", [.text("a")]), ("äß", [.text("äß")]), ("\r", [.enter]), ("\n", [.enter]),
    ("\t", [.tab]), ("\u{7F}", [.backspace]), ("\u{08}", [.backspace]),
    ("\u{03}", [.control("c")]), ("\u{00}", [.control(" ")]), ("\u{1F}", [.control("_")]),
    ("\u{1B}[A", [.up]), ("\u{1B}OA", [.up]), ("\u{1B}[B", [.down]), ("\u{1B}[C", [.right]),
    ("\u{1B}[D", [.left]), ("\u{1B}[1;5C", [.wordRight]), ("\u{1B}[1;3D", [.wordLeft]),
    ("\u{1B}[H", [.home]), ("\u{1B}[1~", [.home]), ("\u{1B}OF", [.end]), ("\u{1B}[8~", [.end]),
    ("\u{1B}[3~", [.delete]), ("\u{1B}[5~", [.pageUp]), ("\u{1B}[6~", [.pageDown]),
    ("\u{1B}[Z", [.backTab]), ("\u{1B}b", [.alt("b")]), ("\u{1B}F", [.alt("f")]),
    ("\u{1B}\r", [.altEnter]), ("\u{1B}\u{7F}", [.altBackspace]),
    ("\u{1B}[200~a\rb\u{1B}[x\u{1B}[201~c", [.paste("a\rb\u{1B}[x"), .text("c")]),
    ("\u{1B}[200~\u{1B}[201~", [.paste("")]),
    ("\u{1B}[99x", [.unknown]), ("\u{1B}[1;5\u{03}", [.unknown, .control("c")]),
    ("\u{1B}O\r", [.unknown, .enter]), ("\u{1C}", [.unknown]),
  ]

  @Test(arguments: cases)
  func `bytes become keys, however they are split`(text: String, expected: [Key]) {
    var whole = KeyDecoder()
    #expect(whole.keys(from: text.utf8) == expected)
    var piecewise = KeyDecoder()
    let keys = text.utf8.flatMap { piecewise.keys(from: [$0]) }
    #expect(Self.joined(keys) == expected)
  }

  private static func joined(_ keys: [Key]) -> [Key] {
    keys.reduce(into: []) { keys, key in
      if case .text(let more) = key, case .text(let text) = keys.last {
        keys[keys.count - 1] = .text(text + more)
      } else {
        keys.append(key)
      }
    }
  }

  @Test func `an escape without a following byte is the escape key`() {
    var decoder = KeyDecoder()
    #expect(decoder.keys(from: [0x1B]) == [])
    #expect(decoder.waitsForMore)
    #expect(decoder.keysAfterPause() == [.escape])
    #expect(!decoder.waitsForMore)
    #expect(decoder.keys(from: "\u{1B}\u{1B}".utf8) == [.escape])
    #expect(decoder.keysAfterPause() == [.escape])
    #expect(decoder.keys(from: "\u{1B}[1".utf8) == [])
    #expect(decoder.keysAfterPause() == [.unknown])
    #expect(decoder.keys(from: "x".utf8) == [.text("x")])
  }

  @Test func `invalid bytes are shown as such, and the bytes after them survive`() {
    var decoder = KeyDecoder()
    #expect(decoder.keys(from: [0xFF, 0x61]) == [.text("\u{FFFD}a")])
    #expect(decoder.keys(from: [0xE2, 0x82]) == [])
    #expect(decoder.keys(from: [0x0D]) == [.text("\u{FFFD}"), .enter])
  }

  @Test func `any bytes give keys, and a control key after them still works`() {
    var state: UInt64 = 7
    for _ in 0..<3_000 {
      var decoder = KeyDecoder()
      let bytes = (0..<12)
        .map { _ -> UInt8 in
          state = state &* 6_364_136_223_846_793_005 &+ 1
          let byte = UInt8(truncatingIfNeeded: state >> 40)
          return byte & 3 == 0 ? 0x1B : byte & 3 == 1 ? UInt8(ascii: "[") : byte
        }
      _ = decoder.keys(from: bytes)
      _ = decoder.keysAfterPause()
      #expect(decoder.keys(from: [0x03]).last == .control("c"), "\(bytes)")
    }
  }
}
