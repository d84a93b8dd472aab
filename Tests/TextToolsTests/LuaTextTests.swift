import Testing

@testable import TextTools

/// Texts as strings of Lua.
@Suite struct LuaTextTests {
  @Test(arguments: [
    ("", #""""#), ("a b", #""a b""#), (#"a"b\"#, #""a\"b\\""#),
    ("a\n1\u{0}\u{7F}", #""a\0101\000\127""#),
    ("龙井 é e\u{301}", "\"龙井 é e\u{301}\""), ("\"\u{301}", "\"\\\"\u{301}\""),
    ("\u{9B}31m", #""\u{9B}31m""#),
    ("a\u{202E}b\u{2066}\u{2069}", #""a\u{202E}b\u{2066}\u{2069}""#),
    ("\u{200E}\u{200F}\u{61C}\u{2028}\u{FEFF}", #""\u{200E}\u{200F}\u{61C}\u{2028}\u{FEFF}""#),
  ])
  func `a string of Lua shows what it holds`(text: String, string: String) {
    #expect(text.quotedAsLua.unicodeScalars.elementsEqual(string.unicodeScalars))
  }
}
