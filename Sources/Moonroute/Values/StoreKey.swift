/// Distinguishes names from locations.
package enum StoreKey {
  /// Whether a text is a location: it starts with `/`, `.`, `?` or `#`, or contains `/` or `:`.
  package static func isLocation(_ text: String) -> Bool {
    text.utf8.withContiguousStorageIfAvailable(isLocation) ?? isLocation(text.utf8)
  }

  private static func isLocation(_ text: some Collection<UInt8>) -> Bool {
    switch text.first {
    case nil, UInt8(ascii: "."), UInt8(ascii: "?"), UInt8(ascii: "#"): true
    default: text.contains { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ":") }
    }
  }
}
