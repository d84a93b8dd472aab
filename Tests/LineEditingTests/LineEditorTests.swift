import LineEditing
import Testing

/// The screen after key presses, on a fake terminal.
struct LineEditorTests {
  /// Keys, the resulting screen, and the cursor position.
  struct Case: CustomTestStringConvertible {
    let rule: String
    let keys: String
    let lines: [String]
    let cursor: [Int]
    var testDescription: String { rule }
  }

  private static let cases = [
    Case(rule: "text is added", keys: "abc", lines: ["> abc"], cursor: [0, 5]),
    Case(rule: "left moves", keys: "abc\u{1B}[D", lines: ["> abc"], cursor: [0, 4]),
    Case(
      rule: "text is added in the middle",
      keys: "ac\u{1B}[Db",
      lines: ["> abc"],
      cursor: [0, 4]
    ),
    Case(rule: "home and end", keys: "bc\u{1}a\u{5}d", lines: ["> abcd"], cursor: [0, 6]),
    Case(rule: "backspace", keys: "abx\u{7F}c", lines: ["> abc"], cursor: [0, 5]),
    Case(rule: "delete", keys: "axb\u{1B}[D\u{1B}[D\u{1B}[3~", lines: ["> ab"], cursor: [0, 3]),
    Case(rule: "a word is removed", keys: "one two\u{17}x", lines: ["> one x"], cursor: [0, 7]),
    Case(rule: "alt and backspace", keys: "a.bc\u{1B}\u{7F}", lines: ["> a."], cursor: [0, 4]),
    Case(
      rule: "the cursor moves by words",
      keys: "one two\u{1B}b\u{1B}bx",
      lines: ["> xone two"],
      cursor: [0, 3]
    ),
    Case(rule: "cut and paste", keys: "one\u{15}two \u{19}", lines: ["> two one"], cursor: [0, 9]),
    Case(rule: "cut to the end", keys: "one\u{1}\u{6}\u{b}", lines: ["> o"], cursor: [0, 3]),
    Case(rule: "characters are swapped", keys: "ab\u{14}", lines: ["> ba"], cursor: [0, 4]),
    Case(
      rule: "undo removes typed text",
      keys: "one\u{17}two\u{1F}\u{1F}",
      lines: ["> one"],
      cursor: [0, 5]
    ),
    Case(rule: "wide characters", keys: "漢字\u{1B}[D", lines: ["> 漢字"], cursor: [0, 4]),
    Case(rule: "a picture", keys: "🙂x", lines: ["> 🙂x"], cursor: [0, 5]),
    Case(
      rule: "a mark joins its letter",
      keys: "e\u{301}x\u{1B}[D",
      lines: ["> e\u{301}x"],
      cursor: [0, 3]
    ),
    Case(
      rule: "a letter is removed with its mark",
      keys: "e\u{301}\u{7F}x",
      lines: ["> x"],
      cursor: [0, 3]
    ),
    Case(
      rule: "bidirectional control characters are escaped",
      keys: "a\u{202E}b",
      lines: ["> a<202E>b"],
      cursor: [0, 10]
    ),
    Case(
      rule: "unknown keys do nothing",
      keys: "a\u{1B}[99xb\u{0}",
      lines: ["> ab"],
      cursor: [0, 4]
    ),
    Case(
      rule: "alt and enter start a line",
      keys: "one\u{1B}\rtwo",
      lines: ["> one", ". two"],
      cursor: [1, 5]
    ),
    Case(
      rule: "up moves to the line above, in the same column",
      keys: "one\u{1B}\rtwo\u{1B}[D\u{1B}[Ax",
      lines: ["> onxe", ". two"],
      cursor: [0, 5]
    ),
    Case(
      rule: "a paste of several lines is one text",
      keys: "\u{1B}[200~a\r\nb\tc\u{7}\u{1B}[201~",
      lines: ["> a", ". b  c"],
      cursor: [1, 6]
    ),
    Case(
      rule: "a long line continues below",
      keys: String(repeating: "a", count: 45),
      lines: ["> " + String(repeating: "a", count: 38), "aaaaaaa"],
      cursor: [1, 7]
    ),
    Case(
      rule: "after a full row, the cursor is below",
      keys: String(repeating: "a", count: 38),
      lines: ["> " + String(repeating: "a", count: 38)],
      cursor: [1, 0]
    ),
    Case(
      rule: "a wide character is not cut",
      keys: String(repeating: "a", count: 37) + "漢",
      lines: ["> " + String(repeating: "a", count: 37), "漢"],
      cursor: [1, 2]
    ),
    Case(
      rule: "enter starts a new line",
      keys: "one\rtwo",
      lines: ["> one", "> two"],
      cursor: [1, 5]
    ),
    Case(
      rule: "control and c give up",
      keys: "one\u{3}",
      lines: ["> one^C", ">"],
      cursor: [1, 2]
    ),
    Case(
      rule: "control and l clear the screen",
      keys: "one\rtwo\u{c}",
      lines: ["> two"],
      cursor: [0, 5]
    ),
  ]

  @Test(arguments: cases)
  func `the screen shows the text and the cursor`(_ row: Case) {
    var typist = Typist()
    typist.type(row.keys)
    #expect(typist.lines == row.lines)
    #expect(typist.cursor == row.cursor)
    // Single key presses give the same result.
    var slow = Typist()
    for scalar in row.keys.unicodeScalars where !row.keys.contains("\u{1B}") {
      slow.type(String(Character(scalar)))
    }
    if !row.keys.contains("\u{1B}") { #expect(slow.lines == row.lines) }
  }

  @Test func `earlier lines can be recalled without losing the current one`() {
    var typist = Typist(history: ["one", "two"])
    typist.type("new\u{1B}[A")
    #expect(typist.lines == ["> two"])
    typist.type("\u{1B}[A\u{1B}[A")
    #expect(typist.lines == ["> one"])
    typist.type("\u{1B}[B\u{1B}[B")
    #expect(typist.lines == ["> new"])
    typist.type("\u{1B}[B\r\u{1B}[A")
    #expect(typist.lines == ["> new", "> new"])
    #expect(typist.editor.history.lines == ["one", "two", "new"])
  }

  @Test func `a line that starts with a space, or repeats the last one, is not stored`() {
    var typist = Typist(history: ["one"])
    typist.type(" secret\rone\r\r")
    #expect(typist.editor.history.lines == ["one"])
    #expect(typist.events == [.line(" secret"), .line("one"), .line("")])
  }

  @Test func `lines can be searched backwards`() {
    var typist = Typist(history: ["/cart", "/product/1", "/product/2"])
    typist.type("x\u{12}")
    #expect(typist.lines == ["(search '') x"])
    typist.type("prod")
    #expect(typist.lines == ["(search 'prod') /product/2"])
    typist.type("\u{12}")
    #expect(typist.lines == ["(search 'prod') /product/1"])
    typist.type("\u{12}")
    #expect(typist.lines == ["(not found 'prod') /product/1"])
    typist.type("\u{7F}\u{7F}\u{7F}\u{7F}ca")
    #expect(typist.lines == ["(search 'ca') /cart"])
    typist.type("\u{1B}[C")
    #expect(typist.lines == ["> /cart"])
    typist.type("\u{12}product/2\r")
    #expect(typist.events == [.line("/product/2")])
    typist.type("y\u{12}prod\u{7}")
    #expect(typist.lines.last == "> y")
  }

  @Test func `a line with the same beginning is suggested, and accepted at the end`() {
    var typist = Typist(history: ["/product/7 now"])
    typist.type("/pro")
    #expect(typist.lines == ["> /product/7 now"])
    #expect(typist.cursor == [0, 6])
    typist.type("\u{1B}[1;5C")
    #expect(typist.cursor == [0, 10])
    typist.type("\u{1B}[C")
    #expect(typist.cursor == [0, 16])
    typist.type("\r")
    #expect(typist.events == [.line("/product/7 now")])
    #expect(typist.lines == ["> /product/7 now", ">"])
  }

  @Test func `an ignored suggestion disappears`() {
    var typist = Typist(history: ["/product/7"])
    typist.type("/pro\r")
    #expect(typist.lines == ["> /pro", ">"])
  }

  @Test func `hints appear after the text and are not part of it`() {
    let assistance = LineAssistance(hint: { $0 == ":open " ? "LINK" : nil })
    var typist = Typist(assistance: assistance)
    typist.type(":open ")
    #expect(typist.lines == ["> :open LINK"])
    #expect(typist.cursor == [0, 8])
    typist.type("\u{5}/\r")
    #expect(typist.events == [.line(":open /")])
    #expect(typist.lines == ["> :open /", ">"])
  }

  @Test func `an incomplete text gets another line`() {
    var typist = Typist(assistance: LineAssistance(goesOn: { !$0.contains("end") }))
    typist.type("do\rx()\rend\r")
    #expect(typist.events == [.line("do\nx()\nend")])
    #expect(typist.lines == ["> do", ". x()", ". end", ">"])
  }

  @Test func `the end of input ends only an empty line`() {
    var typist = Typist()
    typist.type("ab\u{1}\u{4}\u{4}")
    #expect(typist.events == [])
    #expect(typist.editor.text == "")
    typist.type("\u{4}")
    #expect(typist.events == [.ended])
  }

  @Test func `output appears above the line`() {
    var typist = Typist()
    typist.type("one\u{1B}\rtwo\u{1B}[A")
    typist.print("log: a", "log: b")
    #expect(typist.lines == ["log: a", "log: b", "> one", ". two"])
    #expect(typist.cursor == [2, 5])
  }

  @Test func `if the text has more lines than the terminal, those around the cursor are shown`() {
    var typist = Typist(columns: 20, rows: 3)
    typist.type((1...6).map { "line\($0)" }.joined(separator: "\u{1B}\r"))
    #expect(typist.lines == [". line4", ". line5", ". line6"])
    typist.type("\u{1B}[A\u{1B}[A\u{1B}[A")
    #expect(
      typist.lines == [". line1".replacing(".", with: ">"), ". line2", ". line3"]
        || typist.lines == [". line2", ". line3", ". line4"] || typist.cursor[0] < 3
    )
    typist.type("\u{1B}[A\u{1B}[A")
    #expect(typist.lines.first == "> line1")
    #expect(typist.cursor == [0, 7])
  }

  @Test(arguments: 1...6)
  func `a terminal of any size works, and nothing is lost`(columns: Int) {
    var typist = Typist(columns: columns, rows: 2)
    typist.type("aé漢🙂<b\u{1B}\rc\u{1B}[A\u{1B}[D\u{1B}[Dx\u{7F}\t\u{12}a\u{7}")
    #expect(typist.editor.text == "aé漢🙂<b\nc")
    #expect(typist.cursor[1] < columns)
    typist.type("\r")
    #expect(typist.events == [.line("aé漢🙂<b\nc")])
  }

  @Test func `the line is redrawn after the terminal changes its size`() {
    var typist = Typist(columns: 40, rows: 6)
    typist.type("first\r" + String(repeating: "ab", count: 12))
    typist.resize(columns: 20, rows: 6)
    #expect(typist.lines == ["> first", "> ababababababababab", "ababab"])
    #expect(typist.cursor == [2, 6])
    typist.resize(columns: 40, rows: 6)
    #expect(typist.lines == ["> first", "> abababababababababababab"])
    typist.type("\u{1}x")
    #expect(typist.lines.last == "> xabababababababababababab")
  }
}
