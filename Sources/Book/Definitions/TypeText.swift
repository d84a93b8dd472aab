import TextTools

/// Splits an annotation into its type and its description.
enum TypeText {
  /// Returns the type at the start of a text, and the rest.
  ///
  /// A type ends at the first space outside of brackets and quotes, but not in `"a" | "b" words`.
  static func split(_ text: Substring) -> (type: String, words: String) {
    let bytes = text.utf8
    var depth = 0
    var isQuoted = false
    let end = bytes.indices.first { index in
      let byte = bytes[index]
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      guard !isQuoted else { return false }
      switch byte {
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "<"): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ">"): depth -= 1
      default: break
      }
      return byte == UInt8(ascii: " ") && depth <= 0 && !goesOn(text, at: index)
    }
    guard let end else { return (String(text), "") }
    return (String(text[..<end]), text[end...].trimmed)
  }

  /// Whether a type continues after a space.
  private static func goesOn(_ text: Substring, at space: Substring.Index) -> Bool {
    let before = text[..<space].utf8
    guard let last = before.last else { return false }
    if before.suffix(5).elementsEqual("async".utf8) { return true }
    let next = text[space...].utf8.dropFirst().first
    return ",:|".utf8.contains(last) || next == UInt8(ascii: "|")
  }
}
