/// Edits a text of one or more lines: it takes keys and returns frames.
///
/// ```swift
/// var editor = LineEditor(size: TerminalSize(columns: 80, rows: 24))
/// editor.take(.text("/product/7"))  // nil
/// editor.take(.enter)  // .line("/product/7")
/// ```
package struct LineEditor {
  package enum Event: Hashable {
    /// The user entered the text; the editor is empty again.
    case line(String)
    /// The user cancelled the text; the editor is empty again.
    case cancelled(wasEmpty: Bool)
    case ended
    case suspended
    case cleared
  }

  struct Search {
    var query = ""
    /// The index of the found line.
    var place: Int?
    var isFailing = false
    let original: String
  }

  private let prompts: (first: String, others: String)
  private let isColoured: Bool

  package var assistance: LineAssistance

  package var size: TerminalSize

  package var history: LineHistory

  var buffer = LineBuffer()
  var menu: LineMenu?
  var search: Search?

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

  /// The rest of a previous line that begins like this one.
  var suggestion: String? {
    guard buffer.isAtEnd, menu == nil, search == nil else { return nil }
    return history.continuation(of: buffer.text)
  }

  /// Text that is shown after the line and is not part of it.
  private var hint: String {
    if let suggestion { return suggestion }
    guard buffer.isAtEnd, search == nil else { return "" }
    return assistance.hint(buffer.text) ?? ""
  }

  // MARK: Rendering

  /// The last frame of a line that was entered or cancelled, with the cursor after the text.
  package func finalFrame(of text: String) -> LineFrame {
    var layout = LineLayout(columns: size.columns, isColoured: isColoured)
    layout.add(shownPrompts.first, .prompt)
    layout.add(text, .plain, continuation: shownPrompts.others)
    return layout.finished(cursor: layout.place)
  }

  /// The prompts, shortened to fit the terminal.
  private var shownPrompts: (first: String, others: String) {
    if let search {
      let sign = search.isFailing ? "not found" : "search"
      let prompt = "(\(sign) '\(search.query)') "
      if ShownText.columns(of: prompt) * 2 < size.columns { return (prompt, prompts.others) }
    }
    let width = max(ShownText.columns(of: prompts.first), ShownText.columns(of: prompts.others))
    return width * 2 < size.columns ? prompts : ("", "")
  }

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
