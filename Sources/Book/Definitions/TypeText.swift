import TextTools

/// Splits an annotation into its type and its description.
enum TypeText {
  /// Returns the type at the start of a text, and the rest.
  ///
  /// A type ends at the first space outside of brackets and quotes, but not in `"a" | "b" words`.
  static func split(_ text: Substring) -> (type: String, words: String) {
    let characters = Array(text)
    var depth = 0
    var isQuoted = false
    var index = 0
    while index < characters.count {
      let character = characters[index]
      if character == "\"" { isQuoted.toggle() }
      if !isQuoted {
        if "([{<".contains(character) { depth += 1 }
        if ")]}>".contains(character) { depth -= 1 }
        if character == " ", depth <= 0, !goesOn(characters, at: index) { break }
      }
      index += 1
    }
    let words = String(characters[index...])
    return (String(characters[..<index]), words.trimmed)
  }

  /// Whether a type continues after a space.
  private static func goesOn(_ characters: [Character], at space: Int) -> Bool {
    let next = space + 1 < characters.count ? characters[space + 1] : " "
    guard space > 0 else { return false }
    if characters[..<space].suffix(5) == ["a", "s", "y", "n", "c"] { return true }
    return ",:|".contains(characters[space - 1]) || next == "|"
  }
}
