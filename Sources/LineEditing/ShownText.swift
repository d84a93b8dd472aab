import TextTools

/// How text is written in the columns of a terminal, with signs for hidden characters.
package enum ShownText {
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
        width += scalar.columns
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

  /// Whether a terminal would obey a scalar, or show nothing for it.
  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .surrogate, .lineSeparator, .paragraphSeparator: true
    // The joiners are part of words and pictures.
    case .format: scalar.value != 0x200D && scalar.value != 0x200C
    default: false
    }
  }
}
