/// The grammar of schemes: an ASCII letter, then letters, digits, `+`, `-` or `.`, in any case.
///
/// https://www.rfc-editor.org/rfc/rfc3986#section-3.1
package enum SchemeGrammar {
  /// Whether bytes are a scheme, without its colon.
  package static func isScheme(_ bytes: some Collection<UInt8>) -> Bool {
    end(of: bytes) == bytes.endIndex && !bytes.isEmpty
  }

  /// The end of the scheme that bytes begin with, their start if they begin with none.
  static func end<Bytes: Collection<UInt8>>(of bytes: Bytes) -> Bytes.Index {
    guard let first = bytes.first, isLetter(first) else { return bytes.startIndex }
    return bytes.firstIndex { !mayFollow($0) } ?? bytes.endIndex
  }

  /// Whether a byte may follow the first letter of a scheme that is lower-cased.
  ///
  /// The same bytes make a host in which nothing needs decoding.
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

  /// The digits, `+`, `-` and `.`: one bit for each of the first 64 characters.
  private static let marks: UInt64 = 0x03FF_6800_0000_0000
}
