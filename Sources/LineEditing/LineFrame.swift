/// The rendered text of an editor: rows that fit the terminal, and the cursor position.
package struct LineFrame: Hashable {
  /// The rows, each with its colours and at most as wide as the terminal.
  package var rows: [String]
  package var cursorRow: Int
  package var cursorColumn: Int
}

extension LineFrame {
  /// Lines without an editor, with the cursor below them.
  ///
  /// - Parameters:
  ///   - lines: The lines, which fit the columns of the terminal.
  ///   - size: The terminal; the last lines are left out if there are too many.
  package init(lines: [String], in size: TerminalSize) {
    let rest = lines.count - max(1, size.rows - 1)
    let shown = rest > 0 ? lines.dropLast(rest + 1) + ["… \(rest + 1) more lines"] : lines
    self.init(rows: shown + [""], cursorRow: shown.count, cursorColumn: 0)
  }
}

package struct TerminalSize: Hashable, Sendable {
  package var columns: Int
  package var rows: Int

  /// If the size is unknown or 0, it is 80 columns and 24 rows.
  package init(columns: Int?, rows: Int?) {
    self.columns = columns.flatMap { $0 > 0 ? $0 : nil } ?? 80
    self.rows = rows.flatMap { $0 > 0 ? $0 : nil } ?? 24
  }
}

package enum LineTone: String {
  case plain = ""
  case prompt = "1"
  case soft = "2"
  case chosen = "7"

  func paint(_ text: String, isColoured: Bool) -> String {
    // Without colours, the selection must still be visible.
    guard isColoured || self == .chosen, self != .plain, !text.isEmpty else { return text }
    return "\u{1B}[\(rawValue)m\(text)\u{1B}[0m"
  }
}

/// Lays out pieces of text in rows of a terminal.
struct LineLayout {
  private let columns: Int
  private let isColoured: Bool
  private var rows: [String] = []
  private var row = ""
  private var width = 0

  init(columns: Int, isColoured: Bool) {
    self.columns = max(1, columns)
    self.isColoured = isColoured
  }

  /// The position of the next character.
  var place: (row: Int, column: Int) {
    width < columns ? (rows.count, width) : (rows.count + 1, 0)
  }

  /// Line feeds and full rows begin a new row; each line but the first starts with `continuation`.
  mutating func add(_ text: String, _ tone: LineTone, continuation: String = "") {
    var piece = ""
    func painted() -> String { tone.paint(piece, isColoured: isColoured) }
    for character in text {
      if character == "\n" {
        row += painted()
        piece = ""
        endRow()
        if !continuation.isEmpty { add(continuation, .prompt) }
        continue
      }
      var shown = ShownText.shown(character)
      // A character wider than the terminal cannot be shown.
      if shown.width > columns { shown = ("?", 1) }
      if width + shown.width > columns {
        row += painted()
        piece = ""
        endRow()
      }
      piece += shown.text
      width += shown.width
    }
    row += painted()
  }

  private mutating func endRow() {
    rows.append(row)
    (row, width) = ("", 0)
  }

  /// All rows, and an additional one if the cursor is after a full row.
  func finished(cursor: (row: Int, column: Int)) -> LineFrame {
    var all = rows + [row]
    while all.count <= cursor.row { all.append("") }
    return LineFrame(rows: all, cursorRow: cursor.row, cursorColumn: cursor.column)
  }
}

extension LineFrame {
  func fitting(rows limit: Int) -> LineFrame {
    guard rows.count > limit, limit > 0 else { return self }
    let start = min(max(0, cursorRow - limit + 1), rows.count - limit)
    return LineFrame(
      rows: Array(rows[start..<(start + limit)]),
      cursorRow: cursorRow - start,
      cursorColumn: cursorColumn
    )
  }
}
