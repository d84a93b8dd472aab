/// The bytes that give a location its shape.
enum LocationByte {
  /// Between segments, where a slash may be part of one; never occurs in UTF-8.
  static let joint: UInt8 = 0xFF

  static let ampersand = UInt8(ascii: "&")
  static let at = UInt8(ascii: "@")
  static let colon = UInt8(ascii: ":")
  static let dot = UInt8(ascii: ".")
  static let equals = UInt8(ascii: "=")
  static let hash = UInt8(ascii: "#")
  static let plus = UInt8(ascii: "+")
  static let question = UInt8(ascii: "?")
  static let slash = UInt8(ascii: "/")
  static let closingBracket = UInt8(ascii: "]")
  static let openingBracket = UInt8(ascii: "[")
}
