#if Inspector
/// The key that admits a browser: 128 random bits, written as 32 hexadecimal digits.
package struct ServerKey: Sendable, Hashable {
  /// The text before the key in the fragment of an address.
  static let fragment = "key="

  package let text: String

  package init() {
    var random = SystemRandomNumberGenerator()
    text = [random.next(), random.next()].map(Self.digits).joined()
  }

  /// `nil` if the text is not 32 lower-case hexadecimal digits.
  package init?(_ text: String) {
    let isDigit = { (byte: UInt8) in (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte) }
    guard text.utf8.count == 32, text.utf8.allSatisfy(isDigit) else { return nil }
    self.text = text
  }

  /// Compares a text with this key, in constant time for texts of the same length.
  func isSame(as other: String) -> Bool {
    guard other.utf8.count == text.utf8.count else { return false }
    return zip(text.utf8, other.utf8).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  static func digits(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
#endif
