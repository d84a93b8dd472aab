/// Something that can be written at a place.
package struct CompletionCandidate: Hashable, Sendable {
  package enum Kind: String, Sendable {
    case route, parameter, event, resource, tag, animator, view, module, type, location, function
    case field, variable, keyword, rule
  }

  /// The name that is shown, and that the typed text is compared with.
  package let label: String
  package let kind: Kind
  /// More about it on one line, such as a pattern; may be empty.
  package var detail = ""
  /// The text that takes the place of ``Completion/range``.
  package var text: String
  /// The same text with places to fill in, in the form of LSP's snippets; `nil` when there are none.
  package var snippet: String?

  init(_ label: String, _ kind: Kind, detail: String = "", text: String? = nil) {
    self.label = label
    self.kind = kind
    self.detail = detail
    self.text = text ?? label
  }

  /// A text in which nothing is a place to fill in.
  static func escaped(_ text: String) -> String {
    var result = ""
    for character in text.unicodeScalars {
      if character == "\\" || character == "$" || character == "}" { result.append("\\") }
      result.unicodeScalars.append(character)
    }
    return result
  }
}
