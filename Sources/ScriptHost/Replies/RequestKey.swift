import TextTools

/// A request as text, such as `GET /ticket/:id<ticket>`: a method, and a location or a pattern.
package struct RequestKey: Hashable, Sendable {
  /// The longest part of a wrong key that a message quotes.
  private static let shownCount = 80

  package let method: String

  package let path: String

  package init?(_ text: String) {
    guard let space = text.firstIndex(of: " ") else { return nil }
    method = String(text[..<space])
    path = String(text[text.index(after: space)...])
    guard Self.isMethod(method), Self.isPath(path) else { return nil }
  }

  package var text: String { "\(method) \(path)" }

  /// Whether a text is a method: capital letters and hyphens.
  static func isMethod(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (0x41...0x5A).contains($0) || $0 == 0x2D }
  }

  private static func isPath(_ text: String) -> Bool {
    (text.hasPrefix("/") || text.contains("://")) && text == text.trimmed
  }

  /// The message about a text that is not a request, with the likely intended one.
  package static func problem(with text: String) -> String {
    let shown = String(text.trimmed.prefix(shownCount))
    let letters = String(shown.prefix { $0.isASCII && $0.isLetter })
    let rest = String(shown.dropFirst(letters.count)).trimmed
    var (method, path) = (letters.uppercased(), rest)
    if rest.hasPrefix("://") || rest.isEmpty && !isMethod(letters) {
      (method, path) = ("GET", shown)
    }
    if method.isEmpty { method = "GET" }
    if !isPath(path) { path = "/" + path }
    return "'\(shown)' is not a request. Write '\(method) \(path)'."
  }
}
