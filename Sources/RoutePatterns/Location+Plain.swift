extension Location {
  /// Whether the location is nothing but a path that prints as its decoded bytes.
  ///
  /// - Complexity: O(*n*), where *n* is the length of the path in UTF-8 bytes.
  package var isPlainPath: Bool {
    guard layout.scheme.isEmpty, layout.host.isEmpty, layout.query.isEmpty, !layout.hasFragment,
      layout.isASCII, separator == LocationByte.slash
    else { return false }
    return withPathKey { Self.isCommon($0) || Self.isAllowed($0) }
  }

  /// Whether a path has but letters, digits and the marks between `-` and `:`.
  ///
  /// Most have no others, and without a branch many bytes are looked at in one step.
  private static func isCommon(_ path: UnsafeBufferPointer<UInt8>) -> Bool {
    var others: UInt8 = 0
    for byte in path {
      let isLetter: UInt8 = (byte | 0x20) &- UInt8(ascii: "a") < 26 ? 0 : 1
      let isMark: UInt8 = byte &- UInt8(ascii: "-") < 14 ? 0 : 1
      others |= isLetter & isMark
    }
    return others == 0
  }

  private static func isAllowed(_ path: UnsafeBufferPointer<UInt8>) -> Bool {
    let allowed = PercentAllowed.segment
    return path.allSatisfy { $0 == LocationByte.slash || allowed.contains($0) }
  }
}
