enum LocationByte {
  /// The separator between segments that may contain slashes; it never occurs in UTF-8.
  static let separator: UInt8 = 0xFF

  static let ampersand = UInt8(ascii: "&")
  static let at = UInt8(ascii: "@")
  static let colon = UInt8(ascii: ":")
  static let dot = UInt8(ascii: ".")
  static let equals = UInt8(ascii: "=")
  static let hash = UInt8(ascii: "#")
  static let hyphen = UInt8(ascii: "-")
  static let plus = UInt8(ascii: "+")
  static let question = UInt8(ascii: "?")
  static let slash = UInt8(ascii: "/")
  static let closingBracket = UInt8(ascii: "]")
  static let openingBracket = UInt8(ascii: "[")
}

extension LocationByte {
  /// Finds the first occurrence of a byte in a range of a text.
  static func first(
    _ byte: UInt8,
    _ source: UnsafeBufferPointer<UInt8>,
    _ range: Range<Int>
  ) -> Int? {
    var index = range.lowerBound
    while index < range.upperBound {
      if source[index] == byte { return index }
      index += 1
    }
    return nil
  }
}
