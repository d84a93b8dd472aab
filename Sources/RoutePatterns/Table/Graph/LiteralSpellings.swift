/// One stored spelling for each non-ASCII literal and its canonical equivalents.
struct LiteralSpellings: Sendable {
  private var stored: [String: String] = [:]

  /// Returns the stored spelling of a text, and stores the text itself if it is new.
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
