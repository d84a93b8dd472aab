import LuaRuntime
import Testing

@testable import LuaSyntax

/// Tokens, the values of literals, and lines.
@Suite struct LexerTests {
  @Test(arguments: [
    #""a\n\65\x41\u{48}\z   b""#, #"'\'"\\\a\b\f\r\t\v'"#, "[[\nab]]", "[==[a]]b]==]", #""\0x""#,
    #""\u{20AC}\u{10FFFF}\u{7FFFFFFF}\u{7F}\u{80}\u{7FF}\u{800}""#, "'a\\\nb'", "'a\\\r\nb'", "''",
    "[[]]", #""\2555""#,
  ])
  func `a string has the bytes that Lua gives it`(written: String) throws {
    let state = try LuaState()
    let environment = try state.makeEnvironment()
    let chunk = try state.load("return " + written, name: "a.lua", environment: environment)
    let bytes = LuaLiteral.bytes(ofString: ArraySlice(written.utf8))
    let theirs: [UInt8]? =
      switch try state.call(chunk).first {
      case .string(let text): Array(text.utf8)
      case .bytes(let bytes): bytes
      default: nil
      }
    #expect(theirs == bytes)
  }

  @Test(arguments: [
    ("a\nb\rc\r\nd\n\re\n\nf", [1, 2, 3, 4, 5, 7]), ("a", [1]), ("\na", [2]),
  ])
  func `lines end as in Lua`(text: String, lines: [Int]) {
    let tokens = LuaLexer.tokens(of: Array(text.utf8)).tokens.dropLast()
    let table = LineTable(Array(text.utf8))
    #expect(tokens.map(\.line) == lines)
    #expect(tokens.map { table.line(of: $0.start) } == lines)
  }

  @Test func `columns count bytes from one`() {
    let table = LineTable(Array("ab\n\ncd".utf8))
    #expect((0...5).map(table.column) == [1, 2, 3, 1, 1, 2])
    #expect(table.count == 3 && table.start(ofLine: 3) == 4 && table.start(ofLine: 9) == 6)
  }
}
