/// How many columns of a terminal text takes, and how it is written there.
///
/// Most terminals give each scalar its own width, and add them up: so does this.
package enum CellWidth {
  /// A character as it is shown: its text, and its columns.
  package static func shown(_ character: Character) -> (text: String, width: Int) {
    if let ascii = character.asciiValue, ascii >= 0x20, ascii != 0x7F {
      return (String(character), 1)
    }
    if character == "\t" { return ("  ", 2) }
    var text = ""
    var width = 0
    for scalar in character.unicodeScalars {
      if isHidden(scalar) {
        // A scalar that a terminal would obey, or show nothing for, is written out.
        let code = "<\(String(scalar.value, radix: 16, uppercase: true))>"
        text += code
        width += code.utf8.count
      } else {
        text.unicodeScalars.append(scalar)
        width += columns(of: scalar)
      }
    }
    return (text, width)
  }

  /// The columns of a text without breaks of lines.
  package static func columns(of text: String) -> Int {
    text.reduce(0) { $0 + shown($1).width }
  }

  /// The beginning of a text that fits some columns.
  package static func prefix(_ text: String, columns limit: Int) -> String {
    var width = 0
    var prefix = ""
    for character in text {
      let shown = shown(character)
      guard width + shown.width <= limit else { break }
      width += shown.width
      prefix += shown.text
    }
    return prefix
  }

  /// The columns of one scalar.
  private static func columns(of scalar: Unicode.Scalar) -> Int {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    let value = scalar.value
    if value < 0x1100 { return 1 }
    // The vowels and endings of Korean syllables that are written in pieces.
    if (0x1160...0x11FF).contains(value) || (0xD7B0...0xD7FF).contains(value) { return 0 }
    if (0x1F1E6...0x1F1FF).contains(value) { return 1 }
    return scalar.properties.isEmojiPresentation || isWide(value) ? 2 : 1
  }

  /// Whether a terminal would obey a scalar, or show nothing for it.
  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .surrogate, .lineSeparator, .paragraphSeparator: true
    // The joiners are part of words and pictures.
    case .format: scalar.value != 0x200D && scalar.value != 0x200C
    default: false
    }
  }

  /// The scalars that Unicode calls wide, but for pictures.
  private static func isWide(_ value: UInt32) -> Bool {
    wide.contains { $0.contains(value) }
  }

  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4C6,
    0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6B,
    0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FB, 0x1F200...0x1F265,
    0x20000...0x3FFFD,
  ]
}
