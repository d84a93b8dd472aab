import LineEditing

/// A small terminal that interprets an editor's output, so that a test can read the screen.
struct FakeTerminal {
  /// The second cell of a wide character.
  private static let tail = ""

  let columns: Int
  let rows: Int
  private var cells: [[String]]
  private(set) var row = 0
  private(set) var column = 0
  /// Whether the last column was just filled, so that the next character starts a new row.
  private var isFull = false

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    cells = Array(repeating: Array(repeating: " ", count: columns), count: rows)
  }

  /// The rows without trailing spaces, and without empty rows at the end.
  var lines: [String] {
    var lines = cells.map { row -> String in
      var text = row.joined()
      while text.last == " " { text.removeLast() }
      return text
    }
    while lines.last == "" { lines.removeLast() }
    return lines
  }

  mutating func write(_ text: String) {
    var rest = Array(text.unicodeScalars)[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\u{1B}": obey(&rest)
      case "\r": (column, isFull) = (0, false)
      case "\n":
        isFull = false
        feed()
      default: put(scalar)
      }
    }
  }

  private mutating func obey(_ rest: inout ArraySlice<Unicode.Scalar>) {
    precondition(rest.popFirst() == "[", "only control sequences are expected")
    var number = ""
    while let scalar = rest.popFirst() {
      if scalar.properties.numericType != nil || scalar == "?" || scalar == ";" {
        number.unicodeScalars.append(scalar)
        continue
      }
      let count = Int(number) ?? 1
      if scalar != "m" { isFull = false }
      switch scalar {
      case "A": row = max(0, row - count)
      case "B": row = min(rows - 1, row + count)
      case "C": column = min(columns - 1, column + count)
      case "H": (row, column) = (0, 0)
      case "J": eraseBelow(all: number == "2")
      case "m", "h", "l": break
      default: preconditionFailure("'\(scalar)' is not expected")
      }
      return
    }
  }

  private mutating func eraseBelow(all: Bool) {
    for index in 0..<rows where all || index > row {
      cells[index] = Array(repeating: " ", count: columns)
    }
    guard !all else { return }
    for index in column..<columns { cells[row][index] = " " }
  }

  private mutating func feed() {
    guard row == rows - 1 else { return row += 1 }
    cells.removeFirst()
    cells.append(Array(repeating: " ", count: columns))
  }

  private mutating func put(_ scalar: Unicode.Scalar) {
    let width = ShownText.columns(of: String(Character(scalar)))
    if width == 0 {
      let place = isFull ? columns - 1 : max(0, column - 1)
      let owner = cells[row][place] == Self.tail ? place - 1 : place
      return cells[row][owner].unicodeScalars.append(scalar)
    }
    if isFull || column + width > columns {
      (column, isFull) = (0, false)
      feed()
    }
    cells[row][column] = String(Character(scalar))
    if width == 2 { cells[row][column + 1] = Self.tail }
    column += width
    if column >= columns { (column, isFull) = (columns - 1, true) }
  }
}
