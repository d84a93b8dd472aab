/// The ASCII characters that one part of a location may contain unescaped (RFC 3986).
struct PercentAllowed {
  static let segment = PercentAllowed(common + ":@")

  static let host = PercentAllowed(common)

  /// A host in brackets.
  static let address = PercentAllowed(common + ":[]")

  static let queryName = PercentAllowed(common + ":@/?", except: "&=+")

  static let queryValue = PercentAllowed(common + ":@/?", except: "&+")

  static let fragment = PercentAllowed(common + ":@/?")

  private static let common =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~!$&'()*+,;="

  private var low: UInt64 = 0
  private var high: UInt64 = 0

  private init(_ characters: String, except: String = "") {
    for byte in characters.utf8 where !except.utf8.contains(byte) {
      if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte - 64) }
    }
  }

  func contains(_ byte: UInt8) -> Bool {
    (byte < 64 ? low >> UInt64(byte) : high >> UInt64(byte & 63)) & 1 == 1
  }
}
