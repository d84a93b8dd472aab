/// Edits a text of one or more lines: keys go in, what is shown comes out.
///
/// ```swift
/// var editor = LineEditor(size: TerminalSize(columns: 80, rows: 24))
/// editor.take(.text("/product/7"))  // nil
/// editor.take(.enter)  // .line("/product/7")
/// ```
package struct LineEditor {
  /// Something that the editor's owner has to do.
  package enum Event: Hashable {
    /// The text was entered; the editor is empty again.
    case line(String)
    /// The text was given up; the editor is empty again.
    case cancelled(wasEmpty: Bool)
    /// There is nothing more to come.
    case ended
    /// The process shall wait in the background.
    case suspended
    /// The screen shall be emptied.
    case cleared
  }

  /// The text that is looked for in the lines before.
  struct Search {
    var query = ""
    /// The number of the line that was found.
    var place: Int?
    var isFailing = false
    /// The text as it was before.
    let original: String
  }

  /// The text before the first line, and that before each other one.
  private let prompts: (first: String, others: String)
  private let isColoured: Bool

  /// The questions that it asks about the text.
  package var assistance: LineAssistance

  package var size: TerminalSize

  package var history: LineHistory

  var buffer = LineBuffer()
  var menu: LineMenu?
  var search: Search?

  /// Makes an editor without text.
  package init(
    prompts: (first: String, others: String) = ("> ", ". "),
    size: TerminalSize,
    isColoured: Bool = true,
    history: LineHistory = LineHistory(),
    assistance: LineAssistance = LineAssistance()
  ) {
    self.prompts = prompts
    self.size = size
    self.isColoured = isColoured
    self.history = history
    self.assistance = assistance
  }

  package var text: String { buffer.text }

  /// Takes a key.
  ///
  /// - Returns: What is to be done, or `nil`.
  package mutating func take(_ key: Key) -> Event? {
    if search != nil, takeInSearch(key) { return nil }
    if menu != nil, takeInMenu(key) { return nil }
    switch key {
    case .enter: return enter()
    case .control("c"): return giveUp()
    case .control("d"):
      if buffer.isEmpty { return .ended }
      buffer.remove(to: buffer.cursor + (buffer.isAtEnd ? 0 : 1))
    case .control("l"): return .cleared
    case .control("z"): return .suspended
    case .tab: complete()
    case .control("r"): search = Search(original: buffer.text)
    case .up, .control("p"): goUp(isLineMove: key == .up)
    case .down, .control("n"): goDown(isLineMove: key == .down)
    default: edit(key)
    }
    return nil
  }

  private mutating func enter() -> Event? {
    let text = buffer.text
    if assistance.goesOn(text) {
      buffer.insert("\n")
      return nil
    }
    buffer.reset()
    history.add(text)
    history.leave()
    return .line(text)
  }

  private mutating func giveUp() -> Event {
    let wasEmpty = buffer.isEmpty
    buffer.reset()
    history.leave()
    return .cancelled(wasEmpty: wasEmpty)
  }

  private mutating func goUp(isLineMove: Bool) {
    if isLineMove, buffer.moveUp() { return }
    if let older = history.older(than: buffer.text) { buffer.replace(with: older) }
  }

  private mutating func goDown(isLineMove: Bool) {
    if isLineMove, buffer.moveDown() { return }
    if let newer = history.newer() { buffer.replace(with: newer) }
  }

  // MARK: Hints

  /// The rest of a line before that begins like this one.
  var suggestion: String? {
    guard buffer.isAtEnd, menu == nil, search == nil else { return nil }
    return history.continuation(of: buffer.text)
  }

  /// Text that is shown behind the line, and not part of it.
  private var hint: String {
    if let suggestion { return suggestion }
    guard buffer.isAtEnd, search == nil else { return "" }
    return assistance.hint(buffer.text) ?? ""
  }

  // MARK: Showing

  /// The picture that stays of a line that was entered or given up.
  ///
  /// - Parameter text: The line.
  /// - Returns: The rows, with the cursor behind the text.
  package func finalFrame(of text: String) -> LineFrame {
    var layout = LineLayout(columns: size.columns, isColoured: isColoured)
    layout.add(shownPrompts.first, .prompt)
    layout.add(text, .plain, continuation: shownPrompts.others)
    return layout.finished(cursor: layout.place)
  }

  /// The prompts, as far as the terminal has room for them.
  private var shownPrompts: (first: String, others: String) {
    if let search {
      let sign = search.isFailing ? "not found" : "search"
      let prompt = "(\(sign) '\(search.query)') "
      if ShownText.columns(of: prompt) * 2 < size.columns { return (prompt, prompts.others) }
    }
    let width = max(ShownText.columns(of: prompts.first), ShownText.columns(of: prompts.others))
    return width * 2 < size.columns ? prompts : ("", "")
  }

  /// The picture of the text, as it is to be shown.
  package var frame: LineFrame {
    let prompts = shownPrompts
    var layout = LineLayout(columns: size.columns, isColoured: isColoured)
    layout.add(prompts.first, .prompt)
    layout.add(buffer.head, .plain, continuation: prompts.others)
    let cursor = layout.place
    let tail = String(buffer.characters[buffer.cursor...])
    layout.add(tail, .plain, continuation: prompts.others)
    layout.add(hint, .soft, continuation: prompts.others)
    var frame = layout.finished(cursor: cursor).fitting(rows: size.rows)
    if let menu {
      frame.rows += menu.rows(
        size,
        limit: min(size.rows - frame.rows.count, max(3, size.rows / 2)),
        isColoured: isColoured
      )
    }
    return frame
  }
}
