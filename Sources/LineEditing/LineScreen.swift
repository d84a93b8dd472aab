/// Writes frames over each other; it only changes rows below the start of the first frame.
package struct LineScreen {
  private var shown: LineFrame?

  package init() {}

  package var isShown: Bool { shown != nil }

  /// Returns the output that shows a frame; empty if it is already shown.
  package mutating func draw(_ frame: LineFrame) -> String {
    guard frame != shown else { return "" }
    let start = erase()
    shown = frame
    let below = frame.rows.count - 1 - frame.cursorRow
    return start + frame.rows.joined(separator: "\r\n")
      + (below > 0 ? "\u{1B}[\(below)A" : "") + "\r"
      + (frame.cursorColumn > 0 ? "\u{1B}[\(frame.cursorColumn)C" : "")
  }

  /// Returns the output that removes the frame and moves the cursor to its start.
  package mutating func erase() -> String {
    guard let shown else { return "" }
    self.shown = nil
    return (shown.cursorRow > 0 ? "\u{1B}[\(shown.cursorRow)A" : "") + "\r\u{1B}[J"
  }

  /// Returns the output that keeps a last frame and moves the cursor to the row below it.
  package mutating func finish(_ frame: LineFrame) -> String {
    let text = draw(frame)
    shown = nil
    let below = frame.rows.count - 1 - frame.cursorRow
    return text + (below > 0 ? "\u{1B}[\(below)B" : "") + "\r\n"
  }

  /// Returns the output that redraws the whole screen after other output changed it.
  package mutating func clear() -> String {
    shown = nil
    return "\u{1B}[H\u{1B}[2J"
  }
}
