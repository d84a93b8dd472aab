/// A text that can be inserted at a position.
package struct CompletionCandidate: Hashable, Sendable {
  package enum Kind: String, Sendable {
    case route, parameter, event, resource, tag, animator, view, module, type, location, function
    case field, variable, keyword, rule
  }

  /// The displayed name, which is matched with the typed text.
  package let label: String
  package let kind: Kind
  /// More information on one line, such as a pattern; may be empty.
  package var detail = ""
  /// The text that replaces ``Completion/range``.
  package var text: String
  /// The same text as an LSP snippet, or `nil` if it has no placeholders.
  package var snippet: String?

  init(_ label: String, _ kind: Kind, detail: String = "", text: String? = nil) {
    self.label = label
    self.kind = kind
    self.detail = detail
    self.text = text ?? label
  }

  /// Escapes a text so that a snippet contains no placeholder.
  static func escaped(_ text: String) -> String {
    var result = ""
    for character in text.unicodeScalars {
      if character == "\\" || character == "$" || character == "}" { result.append("\\") }
      result.unicodeScalars.append(character)
    }
    return result
  }
}
