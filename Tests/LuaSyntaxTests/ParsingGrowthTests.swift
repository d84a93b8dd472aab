import LuaSyntax
import TestSupport
import Testing

/// Parsing time is linear in the length of a script.
@Suite struct ParsingGrowthTests {
  @Test(arguments: [
    "::x:: ", "goto x ", "::x:: goto x ", "goto x do ::x:: end ", "do goto x end ", "::x:: ; ",
    "local a ",
    "f() ", "(a)() ", "x = { ", "if a then elseif ", "function f() ", "--[[ ", "[==[ ", "a.b",
    "a..", "a, ",
    "'\\z ", "return ", "end ", "\n", "<const> ", "\0", "'", "0x",
  ])
  func `a script of eight times the length takes at most a few times eight times as long`(
    piece: String
  ) {
    let time = ProcessorTime(from: 500) { count in
      _ = LuaTree(Array(String(repeating: piece, count: count).utf8))
    }
    #expect(time.isInProportion, "\(piece): \(time)")
  }

  @Test(arguments: ["::x%:: ", "goto x% ", "local x% ", "do goto x% end ::y%:: "])
  func `the same limit applies to scripts with ever-changing names`(piece: String) {
    let time = ProcessorTime(from: 300) { count in
      let text = (0..<count).map { piece.replacing("%", with: String($0)) }.joined()
      _ = LuaTree(Array(text.utf8))
    }
    #expect(time.isInProportion, "\(piece): \(time)")
  }
}
