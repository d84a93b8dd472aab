/// File paths as URIs, as in the editor protocols.
package enum FileURI {
  private static let prefix = "file://"

  /// `nil` for another scheme or an invalid escape.
  package static func path(ofURI uri: String) -> String? {
    guard uri.hasPrefix(prefix) else { return nil }
    var bytes: [UInt8] = []
    var rest = Array(uri.utf8.dropFirst(prefix.utf8.count))[...]
    if rest.starts(with: Array("localhost/".utf8)) { rest = rest.dropFirst("localhost".utf8.count) }
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      guard digits.utf8.count == 2, let value = UInt8(digits, radix: 16), value != 0 else {
        return nil
      }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    guard bytes.first == UInt8(ascii: "/"), let path = String(validating: bytes, as: UTF8.self)
    else { return nil }
    return path
  }

  package static func uri(ofPath path: String) -> String {
    var uri = prefix
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "-"),
        UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
        uri.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        uri += "%" + (digits.utf8.count == 1 ? "0" : "") + digits
      }
    }
    return uri
  }
}
