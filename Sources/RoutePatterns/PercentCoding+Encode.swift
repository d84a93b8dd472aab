extension PercentCoding {
  /// Appends text with escapes where they must be; other text than ASCII stays readable.
  ///
  /// White space is escaped whatever its alphabet, so that trimming never takes any of it.
  ///
  /// - Parameters:
  ///   - text: UTF-8.
  ///   - allowed: The ASCII characters that may stay.
  ///   - output: Where to append.
  static func encode(
    _ text: UnsafeBufferPointer<UInt8>,
    _ allowed: PercentAllowed,
    into output: inout [UInt8]
  ) {
    var index = 0
    while index < text.count {
      let byte = text[index]
      if byte >= 0x80, let length = LocationUTF8Check.whiteSpace(text, at: index) {
        for offset in 0..<length { append(escaped: text[index + offset], &output) }
        index += length
        continue
      }
      if byte >= 0x80 || allowed.contains(byte) {
        output.append(byte)
      } else {
        append(escaped: byte, &output)
      }
      index += 1
    }
  }

  private static func append(escaped byte: UInt8, _ output: inout [UInt8]) {
    output.append(percent)
    output.append(hexadecimal(byte >> 4))
    output.append(hexadecimal(byte & 0xF))
  }

  private static func hexadecimal(_ digit: UInt8) -> UInt8 {
    digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") + digit - 10
  }
}
