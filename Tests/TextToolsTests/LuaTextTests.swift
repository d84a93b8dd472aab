import Testing

@testable import TextTools

@Suite struct LuaTextTests {
  @Test(arguments: [
    ("", #""""#), ("a b", #""a b""#), (#"a"b\"#, #""a\"b\\""#),
    ("a\n1\u{0}1\u{7F}\r\t", #""a\n1\0001\127\r\t""#),
    ("龙井 é e\u{301}", "\"龙井 é e\u{301}\""), ("\"\u{301}", "\"\\\"\u{301}\""),
    ("\u{9B}31m", #""\u{9B}31m""#),
    ("a\u{202E}b\u{2066}\u{2069}", #""a\u{202E}b\u{2066}\u{2069}""#),
    ("\u{200E}\u{200F}\u{61C}\u{2028}\u{FEFF}", #""\u{200E}\u{200F}\u{61C}\u{2028}\u{FEFF}""#),
  ])
  func `a Lua string shows its content`(text: String, string: String) {
    #expect(text.quotedAsLua.unicodeScalars.elementsEqual(string.unicodeScalars))
  }

  private indirect enum Sample: LuaWritable {
    case part(LuaPart<Sample>)

    var luaPart: LuaPart<Sample> { if case .part(let part) = self { part } else { .nil } }

    static func text(_ text: String) -> Sample { .part(.text(text)) }
    static func list(_ count: Int) -> Sample {
      .part(.table(items: (1...count).map { .part(.integer(Int64($0))) }, fields: []))
    }
  }

  private static var table: Sample {
    .part(
      .table(
        items: [.part(.nil), .part(.other("function: a.lua:1")), .part(.standIn("/cart"))],
        fields: [
          (.part(.integer(-1)), .part(.number(.infinity))),
          (.part(.bool(true)), .part(.number(.nan))),
          (.text("a b"), .part(.number(0.1))), (.text("end"), .text(#"a"b"#)),
          (.text("name"), .part(.table(items: [], fields: []))),
          (.text("z"), .part(.bytes([0x61, 0xFF, 0x31, 0xC3, 0xA9]))),
        ]
      )
    )
  }

  @Test func `a value is written in Lua syntax, with comments for values without a literal`() {
    #expect(
      Self.table.luaText == #"""
        { nil, nil --[[function: a.lua:1]], "/cart", [-1] = math.huge, [true] = 0/0, \#
        ["a b"] = 0.1, ["end"] = "a\"b", name = {}, z = "a\2551é" }
        """#
    )
    #expect(Self.table.luaLiteral == nil)
    #expect(Sample.part(.integer(.min)).luaLiteral == "math.mininteger")
    #expect(Sample.part(.other("a]]b]")).luaText == "nil --[[a] ]b] ]]")
    #expect(Sample.part(.other("a\n\u{202E}")).luaText == #"nil --[[a\u{A}\u{202E}]]"#)
  }

  @Test func `a long value is cut so that Lua can read the rest`() {
    #expect(Sample.list(9).luaText(limit: 12) == "{ 1, 2, 3, 4, --[[5 more]] }")
    #expect(
      Sample.text(String(repeating: "é", count: 20)).luaText(limit: 4)
        == #""éééééééééééééééé" --[[8 bytes left out]]"#
    )
    #expect(Sample.list(3).luaText(limit: 100) == "{ 1, 2, 3 }")
  }
}
