extension String {
  /// The text with each run of line breaks and the blanks around it as one blank.
  package var onOneLine: String {
    guard contains(where: \.isNewline) else { return self }
    return split(whereSeparator: \.isNewline)
      .map { $0.trimmingBlanks }
      .filter { !$0.isEmpty }
      .joined(separator: " ")
  }

  /// The columns that the text takes on a terminal; wide letters take two.
  package var columns: Int {
    utf8.allSatisfy { $0 < 0x80 } ? utf8.count : reduce(0) { $0 + $1.columns }
  }

  /// The text without blanks at its end.
  package var trimmedAtEnd: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }

  /// The text with blanks behind it, so that it takes some columns at least.
  package func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - columns))
  }

  /// The text with blanks before it, so that it takes some columns at least.
  package func padded(before width: Int) -> String {
    String(repeating: " ", count: max(0, width - columns)) + self
  }

  /// The beginning of a text that takes more than some columns, with an ellipsis.
  package func cut(to width: Int) -> String {
    guard columns > width else { return self }
    var text = ""
    var used = 1
    for character in self {
      used += String(character).columns
      if used > width { break }
      text.append(character)
    }
    return text + "…"
  }

  /// The beginning of a text that is longer than a number of characters, with its length.
  package func shortened(to count: Int) -> String {
    guard utf8.count > count else { return self }
    return prefix(count) + "… (\(utf8.count) bytes)"
  }
}

extension Substring {
  fileprivate var trimmingBlanks: Substring {
    let rest = drop { $0 == " " || $0 == "\t" }
    guard let last = rest.lastIndex(where: { $0 != " " && $0 != "\t" }) else { return "" }
    return rest[...last]
  }
}

extension Character {
  /// The columns on a terminal: two for wide letters and pictures, none for what has no width.
  fileprivate var columns: Int {
    guard let first = unicodeScalars.first else { return 0 }
    if first.properties.isEmojiPresentation { return 2 }
    switch first.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: return first.isWide ? 2 : 1
    }
  }
}

extension Unicode.Scalar {
  /// Whether a terminal gives the scalar two columns (East Asian width W or F).
  fileprivate var isWide: Bool {
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3,
      0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6,
      0x1F300...0x1FAFF, 0x20000...0x3FFFD:
      true
    default: false
    }
  }
}
