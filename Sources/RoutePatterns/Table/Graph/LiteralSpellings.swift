/// One spelling for each literal that is not ASCII; other spellings of the same text lead to it.
struct LiteralSpellings: Sendable {
  private var stored: [String: String] = [:]

  /// Returns the stored spelling of a text, which becomes the text itself if there is none.
  mutating func store(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    if let known = stored[text] { return known }
    stored[text] = text
    return text
  }

  /// Returns the stored spelling of a text, or `nil` if no literal is equivalent to it.
  func find(_ text: String) -> String? { stored[text] }

  var isEmpty: Bool { stored.isEmpty }
}
