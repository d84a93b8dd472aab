#if Inspector
/// The decoded path and query of a request.
struct RequestTarget: Equatable {
  let path: String

  /// The query items by name; the last of several items with the same name wins.
  let query: [String: String]

  /// `nil` without a leading `/`, or if an escape is malformed or invalid UTF-8.
  init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.first == UInt8(ascii: "/") else { return nil }
    let end = bytes.firstIndex(of: UInt8(ascii: "?")) ?? bytes.endIndex
    guard let path = Self.decoded(bytes[..<end], plusIsSpace: false) else { return nil }
    var query: [String: String] = [:]
    for item in bytes[end...].dropFirst().split(separator: UInt8(ascii: "&")) {
      let middle = item.firstIndex(of: UInt8(ascii: "=")) ?? item.endIndex
      guard let name = Self.decoded(item[..<middle], plusIsSpace: true),
        let value = Self.decoded(item[middle...].dropFirst(), plusIsSpace: true)
      else { return nil }
      query[name] = value
    }
    (self.path, self.query) = (path, query)
  }

  static func text(_ path: String, _ query: [String: String]) -> String {
    let items = query.sorted { $0.key < $1.key }
      .map { "\(encoded($0.key))=\(encoded($0.value))" }
    let tail = items.isEmpty ? "" : "?\(items.joined(separator: "&"))"
    return encoded(path, keeping: UInt8(ascii: "/")) + tail
  }

  private static let digits = Array("0123456789ABCDEF".utf8)

  /// The bytes that never need an escape in a target.
  private static let plain = Set(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~".utf8
  )

  private static func encoded(_ text: String, keeping kept: UInt8? = nil) -> String {
    var encoded: [UInt8] = []
    for byte in text.utf8 {
      if byte == kept || plain.contains(byte) {
        encoded.append(byte)
      } else {
        encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }

  private static func decoded(_ bytes: ArraySlice<UInt8>, plusIsSpace: Bool) -> String? {
    var decoded: [UInt8] = []
    var rest = bytes
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "%"):
        guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit),
          high | low != 0
        else { return nil }
        decoded.append(high << 4 | low)
      case UInt8(ascii: "+") where plusIsSpace: decoded.append(UInt8(ascii: " "))
      default: decoded.append(byte)
      }
    }
    return String(validating: decoded, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x37
    case 0x61...0x66: byte - 0x57
    default: nil
    }
  }
}
#endif
