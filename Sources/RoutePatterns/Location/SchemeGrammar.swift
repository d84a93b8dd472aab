/// The grammar of schemes: an ASCII letter, then letters, digits, `+`, `-` or `.`, in any case.
///
/// https://www.rfc-editor.org/rfc/rfc3986#section-3.1
package enum SchemeGrammar {
  /// Whether bytes form a scheme, without its colon.
  package static func isScheme(_ bytes: some Collection<UInt8>) -> Bool {
    end(of: bytes) == bytes.endIndex && !bytes.isEmpty
  }

  /// The end of the scheme at the start of some bytes, or the start if they do not begin with one.
  static func end<Bytes: Collection<UInt8>>(of bytes: Bytes) -> Bytes.Index {
    guard let first = bytes.first, isLetter(first) else { return bytes.startIndex }
    return bytes.firstIndex { !mayFollow($0) } ?? bytes.endIndex
  }

  /// Whether a byte may follow the first letter of a lower-cased scheme.
  ///
  /// A host of only these bytes needs no decoding.
  static func mayFollowLowercase(_ byte: UInt8) -> Bool {
    if byte >= 0x40 { return byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z") }
    return marks &>> UInt64(byte) & 1 == 1
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    byte >= 0x40 && mayFollowLowercase(byte | 0x20)
  }

  private static func mayFollow(_ byte: UInt8) -> Bool {
    isLetter(byte) || mayFollowLowercase(byte)
  }

  /// The digits, `+`, `-` and `.`, as one bit for each of the first 64 characters.
  private static let marks: UInt64 = 0x03FF_6800_0000_0000
}
