import LineEditing
import Testing

/// Lines that a command redraws.
struct LineFrameTests {
  @Test func `lines are redrawn over each other, with the cursor below them`() {
    var screen = LineScreen()
    let size = TerminalSize(columns: 40, rows: 24)
    #expect(screen.draw(LineFrame(lines: ["a", "b"], in: size)) == "a\r\nb\r\n\r")
    #expect(screen.draw(LineFrame(lines: ["a", "b"], in: size)) == "")
    let next = screen.draw(LineFrame(lines: ["c"], in: size))
    #expect(next == "\u{1B}[2A\r\u{1B}[Jc\r\n\r")
  }

  @Test func `lines that do not fit are counted`() {
    let lines = (1...10).map { "\($0)" }
    let size = TerminalSize(columns: 40, rows: 5)
    #expect(LineFrame(lines: lines, in: size).rows == ["1", "2", "3", "… 7 more lines", ""])
    let exact = LineFrame(lines: Array(lines.prefix(4)), in: size)
    #expect(exact.rows == ["1", "2", "3", "4", ""])
  }
}
