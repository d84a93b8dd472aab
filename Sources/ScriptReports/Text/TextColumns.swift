import TextTools

extension String {
  /// The text with each run of line breaks and the blanks around it as one blank.
  package var onOneLine: String {
    guard contains(where: \.isNewline) else { return self }
    return split(whereSeparator: \.isNewline)
      .map { $0.trimming { $0 == " " || $0 == "\t" } }
      .filter { !$0.isEmpty }
      .joined(separator: " ")
  }

  /// The text padded with trailing spaces to a minimum width.
  package func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - columns))
  }

  /// The text padded with leading spaces to a minimum width.
  package func padded(before width: Int) -> String {
    String(repeating: " ", count: max(0, width - columns)) + self
  }

  /// The text, cut to a maximum width with an ellipsis.
  package func cut(to width: Int) -> String {
    guard columns > width else { return self }
    var text = ""
    var used = 1
    for character in self {
      used += character.columns
      if used > width { break }
      text.append(character)
    }
    return text + "…"
  }

  /// The text, cut to a maximum number of characters and followed by its length.
  package func shortened(to count: Int) -> String {
    guard utf8.count > count else { return self }
    return prefix(count) + "… (\(utf8.count) bytes)"
  }
}
