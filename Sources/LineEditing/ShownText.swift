import TextTools

/// The display of text in terminal columns, with visible forms of hidden characters.
package enum ShownText {
  package static func shown(_ character: Character) -> (text: String, width: Int) {
    if let ascii = character.asciiValue, ascii >= 0x20, ascii != 0x7F {
      return (String(character), 1)
    }
    if character == "\t" { return ("  ", 2) }
    var text = ""
    var width = 0
    for scalar in character.unicodeScalars {
      if isHidden(scalar) {
        // A scalar that the terminal would interpret or hide becomes a code.
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

  package static func columns(of text: String) -> Int {
    text.reduce(0) { $0 + shown($1).width }
  }

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

  /// Whether a terminal would interpret or hide a scalar.
  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .surrogate, .lineSeparator, .paragraphSeparator: true
    // The joiners are part of words and emoji.
    case .format: scalar.value != 0x200D && scalar.value != 0x200C
    default: false
    }
  }
}
