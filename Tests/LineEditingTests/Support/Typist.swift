import LineEditing

/// A user at a fake terminal: sends bytes like a terminal, and reads the screen.
struct Typist {
  var editor: LineEditor
  var terminal: FakeTerminal
  private var decoder = KeyDecoder()
  private var screen = LineScreen()
  /// The events up to now.
  private(set) var events: [LineEditor.Event] = []

  init(
    columns: Int = 40,
    rows: Int = 8,
    history: [String] = [],
    assistance: LineAssistance = LineAssistance()
  ) {
    editor = LineEditor(
      size: TerminalSize(columns: columns, rows: rows),
      isColoured: false,
      history: LineHistory(history),
      assistance: assistance
    )
    terminal = FakeTerminal(columns: columns, rows: rows)
    show()
  }

  /// Types the bytes that a terminal sends for some keys.
  mutating func type(_ text: String) {
    for key in decoder.keys(from: text.utf8) { take(key) }
    for key in decoder.keysAfterPause() { take(key) }
  }

  private mutating func take(_ key: Key) {
    let before = editor.text
    guard let event = editor.take(key) else { return show() }
    events.append(event)
    switch event {
    case .line(let line): terminal.write(screen.finish(editor.finalFrame(of: line)))
    case .cancelled: terminal.write(screen.finish(editor.finalFrame(of: before + "^C")))
    case .cleared: terminal.write(screen.clear())
    case .ended, .suspended: break
    }
    show()
  }

  private mutating func show() { terminal.write(screen.draw(editor.frame)) }

  /// Prints lines above the edited text.
  mutating func print(_ lines: String...) {
    terminal.write(screen.erase())
    for line in lines { terminal.write(line + "\r\n") }
    show()
  }

  /// Changes the terminal's size, on a terminal that cuts rows instead of wrapping them.
  mutating func resize(columns: Int, rows: Int) {
    var other = FakeTerminal(columns: columns, rows: rows)
    for line in terminal.lines.dropLast(max(0, editor.frame.rows.count)) {
      other.write(String(line.prefix(columns)) + "\r\n")
    }
    terminal = other
    editor.size = TerminalSize(columns: columns, rows: rows)
    screen = LineScreen()
    show()
  }

  /// The rows of the screen.
  var lines: [String] { terminal.lines }

  /// The row and column of the cursor.
  var cursor: [Int] { [terminal.row, terminal.column] }
}
