import Testing

@testable import ScriptAnalysis

/// Lines of a loaded text, found again after a change.
@Suite struct LoadedLinesTests {
  private func lines(_ loaded: String, _ now: String) -> LoadedLines {
    LoadedLines(loaded: Array(loaded.utf8), now: Array(now.utf8))
  }

  @Test func `the same text has the same lines`() {
    let lines = lines("a\nb\n", "a\nb\n")
    #expect((1...3).map(lines.loaded) == [1, 2, 3])
    #expect((1...3).map(lines.now) == [1, 2, 3])
  }

  @Test func `a change inside a line moves no line`() {
    let lines = lines("a\nb\nc\n", "a\nbx\nc\n")
    #expect((1...3).map(lines.loaded) == [1, 2, 3])
  }

  @Test func `lines after new ones move, and the new ones were not loaded`() {
    let lines = lines("a\nb\nc\n", "a\nx\ny\nb\nc\n")
    #expect((1...5).map(lines.loaded) == [1, nil, nil, 2, 3])
    #expect((1...3).map(lines.now) == [1, 4, 5])
    #expect((1...3).map(lines.moved) == [1, 4, 5])
  }

  @Test func `removed lines have no position`() {
    let lines = lines("a\nx\ny\nb\n", "a\nb\n")
    #expect((1...2).map(lines.loaded) == [1, 4])
    #expect((1...4).map(lines.moved) == [1, nil, nil, 2])
  }

  @Test func `a new text has no loaded lines`() {
    #expect(LoadedLines(loaded: nil, now: Array("a\n".utf8)).loaded(1) == nil)
  }

  @Test func `any two texts can be compared`() {
    let texts = ["", "\n", "a", "a\n", "a\nb", "b\na\n", "a\na\na\n", "\n\n\n", "a\r\nb\r\n"]
    for first in texts {
      for second in texts {
        let lines = lines(first, second)
        for line in 1...4 {
          #expect(lines.now(line) > 0)
          #expect(lines.loaded(line) ?? 1 > 0)
        }
      }
    }
  }
}
