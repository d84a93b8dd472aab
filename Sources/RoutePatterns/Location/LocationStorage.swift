/// The bytes of a location: its original text, or its decoded parts.
///
/// Text that needs no decoding is kept, so that parsing it allocates nothing.
@usableFromInline
enum LocationStorage: Sendable {
  /// The text in contiguous UTF-8.
  case text(String)

  /// Decoded bytes; each part of the location is UTF-8.
  case bytes([UInt8])

  @inline(__always)
  func withBytes<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
    switch self {
    case .bytes(let bytes): return bytes.withUnsafeBufferPointer(body)
    case .text(let text):
      if let result = text.utf8.withContiguousStorageIfAvailable(body) { return result }
      return LocationStorage.withCopy(of: text, body)
    }
  }

  /// Calls a closure with a copy of a text that is not contiguous.
  @inline(never)
  private static func withCopy<R>(
    of text: String,
    _ body: (UnsafeBufferPointer<UInt8>) -> R
  ) -> R {
    var text = text
    return text.withUTF8(body)
  }

  /// Returns a string of some bytes; for all bytes, the text itself.
  func text(_ range: LocationRange) -> String {
    if case .text(let text) = self, range.count == text.utf8.count { return text }
    return withBytes { String(decoding: $0[range.bounds], as: UTF8.self) }
  }
}
