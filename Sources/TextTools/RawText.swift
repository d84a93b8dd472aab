/// Text from outside, whose bytes may be anything.
package enum RawText {
  /// The bytes as text.
  ///
  /// Bytes that are not UTF-8 become escapes as in a link, `%FF`, which mean the same bytes; then
  /// all that is not ASCII does.
  package static func text(_ bytes: some Collection<UInt8>) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    var escaped: [UInt8] = []
    for byte in bytes {
      if byte < 0x80 {
        escaped.append(byte)
      } else {
        escaped += "%\(String(byte, radix: 16, uppercase: true))".utf8
      }
    }
    return String(decoding: escaped, as: UTF8.self)
  }
}
