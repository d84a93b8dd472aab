/// Writes frames to a terminal, each over the one before.
///
/// Only what stands below the place where the first frame began is touched; what the terminal shows
/// above stays.
package struct LineScreen {
  private var shown: LineFrame?

  /// Begins at the cursor's row.
  package init() {}

  /// Whether a frame is on the screen.
  package var isShown: Bool { shown != nil }

  /// The text to write so that a frame is seen; none when it is.
  package mutating func draw(_ frame: LineFrame) -> String {
    guard frame != shown else { return "" }
    let start = erase()
    shown = frame
    let below = frame.rows.count - 1 - frame.cursorRow
    return start + frame.rows.joined(separator: "\r\n")
      + (below > 0 ? "\u{1B}[\(below)A" : "") + "\r"
      + (frame.cursorColumn > 0 ? "\u{1B}[\(frame.cursorColumn)C" : "")
  }

  /// The text to write so that nothing is left of the frame, and the cursor stands where it began.
  package mutating func erase() -> String {
    guard let shown else { return "" }
    self.shown = nil
    return (shown.cursorRow > 0 ? "\u{1B}[\(shown.cursorRow)A" : "") + "\r\u{1B}[J"
  }

  /// The text to write so that a last frame stays, and the cursor stands on the row below it.
  package mutating func finish(_ frame: LineFrame) -> String {
    let text = draw(frame)
    shown = nil
    let below = frame.rows.count - 1 - frame.cursorRow
    return text + (below > 0 ? "\u{1B}[\(below)B" : "") + "\r\n"
  }

  /// The text to write after the screen was emptied or changed by others: the whole screen anew.
  package mutating func clear() -> String {
    shown = nil
    return "\u{1B}[H\u{1B}[2J"
  }
}
