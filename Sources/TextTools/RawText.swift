/// Text from arbitrary bytes.
package enum RawText {
  /// Returns bytes as text; in invalid UTF-8, all non-ASCII bytes become escapes such as `%FF`.
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
