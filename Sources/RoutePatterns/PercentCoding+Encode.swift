extension PercentCoding {
  /// Appends text with escapes where they must be; other text than ASCII stays readable.
  ///
  /// White space is escaped whatever its alphabet, so that trimming never takes any of it.
  ///
  /// - Parameters:
  ///   - bytes: UTF-8 text.
  ///   - allowed: The ASCII characters that may stay.
  ///   - output: Where to append.
  static func encode(
    _ bytes: some Sequence<UInt8>,
    allowed: PercentAllowed,
    into output: inout [UInt8]
  ) {
    var start = output.count
    for byte in bytes {
      if byte < 0x80 {
        start = output.count
        if allowed.contains(byte) { output.append(byte) } else { append(escaped: byte, &output) }
        continue
      }
      if byte >= 0xC0 { start = output.count }
      output.append(byte)
      escapeWhiteSpace(from: start, &output)
    }
  }

  /// Turns the character at the end of the output into escapes if it is white space.
  private static func escapeWhiteSpace(from start: Int, _ output: inout [UInt8]) {
    guard LocationUTF8Check.isWhiteSpace(output[start...]) else { return }
    let character = Array(output[start...])
    output.removeSubrange(start...)
    for byte in character { append(escaped: byte, &output) }
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
