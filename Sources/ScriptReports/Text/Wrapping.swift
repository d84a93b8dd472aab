import TextTools

extension String {
  /// The lines of the text, broken between words to be at most this number of columns wide.
  ///
  /// A line that follows is indented by two more columns than the text. A longer word has a line of
  /// its own. Colour codes take no columns. Text that fits is unchanged, with its runs of blanks.
  package func wrapped(to columns: Int?) -> [String] {
    guard let columns, printedColumns > columns else { return [self] }
    let indent = prefix { $0 == " " }
    var lines: [String] = []
    var line = String(indent)
    var isEmpty = true
    for word in dropFirst(indent.count).split(separator: " ").map(String.init) {
      if !isEmpty, line.printedColumns + 1 + word.printedColumns > columns {
        lines.append(line)
        line = indent + "  "
        isEmpty = true
      }
      line += isEmpty ? word : " " + word
      isEmpty = false
    }
    return lines + [line]
  }

  /// The columns of a text on a terminal, without its colour codes.
  private var printedColumns: Int {
    guard utf8.contains(0x1B) else { return columns }
    return split(separator: "\u{1B}[", omittingEmptySubsequences: false).enumerated()
      .reduce(0) { sum, piece in
        let text = piece.offset == 0 ? piece.element : piece.element.drop { $0 != "m" }.dropFirst()
        return sum + String(text).columns
      }
  }
}
