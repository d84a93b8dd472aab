/// How a text that may be a name or a location is read.
package enum StoreKey {
  /// Whether a text is a location: it starts with `/`, `.`, `?`, `#` or holds `/` or `:`.
  package static func isLocation(_ text: String) -> Bool {
    guard let first = text.utf8.first else { return true }
    if "/.?#".utf8.contains(first) { return true }
    return text.utf8.contains { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ":") }
  }
}
