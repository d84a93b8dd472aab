extension LocationScanner {
  /// Answers whether a byte may follow the first letter of a scheme that is lower-cased.
  ///
  /// The same bytes make a host in which nothing needs decoding.
  static func mayStandInScheme(_ byte: UInt8) -> Bool {
    if byte >= 0x40 { return byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z") }
    return schemeMarks &>> UInt64(byte) & 1 == 1
  }

  /// Answers whether a byte means something in a path.
  static func isPathMark(_ byte: UInt8) -> Bool {
    byte < 0x40 && pathMarks &>> UInt64(byte) & 1 == 1
  }

  /// Answers whether a byte means something in a query.
  static func isQueryMark(_ byte: UInt8) -> Bool {
    byte < 0x40 && queryMarks &>> UInt64(byte) & 1 == 1
  }

  // One bit for each of the first 64 characters, among which all these marks lie.
  private static let schemeMarks: UInt64 = 0x03FF_6800_0000_0000
  private static let pathMarks: UInt64 = 0x8000_C028_0000_0000
  private static let queryMarks: UInt64 = 0x0000_0868_0000_0000
}
