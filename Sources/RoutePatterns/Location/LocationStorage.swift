/// The bytes of a location: the text as it was written, or what was decoded from it.
///
/// Text in which nothing needs decoding is kept as it is, so that reading it allocates nothing.
@usableFromInline
enum LocationStorage: Sendable {
  /// The text, which holds UTF-8 in one piece.
  case text(String)

  /// Decoded bytes; each part of a location within them is UTF-8.
  case bytes([UInt8])

  /// Gives access to the bytes.
  @inline(__always)
  func withBytes<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
    switch self {
    case .bytes(let bytes): return bytes.withUnsafeBufferPointer(body)
    case .text(let text):
      if let result = text.utf8.withContiguousStorageIfAvailable(body) { return result }
      return LocationStorage.withCopy(of: text, body)
    }
  }

  /// Gives access to a copy of a text that is not stored in one piece.
  @inline(never)
  private static func withCopy<R>(
    of text: String,
    _ body: (UnsafeBufferPointer<UInt8>) -> R
  ) -> R {
    var text = text
    return text.withUTF8(body)
  }

  /// Makes a string of some of the bytes; of all it is the text itself.
  func text(_ range: LocationRange) -> String {
    if case .text(let text) = self, range.count == text.utf8.count { return text }
    return withBytes { String(decoding: $0[range.bounds], as: UTF8.self) }
  }
}
