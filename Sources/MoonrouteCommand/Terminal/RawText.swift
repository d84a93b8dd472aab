/// Text from outside, whose bytes may be anything.
enum RawText {
  /// The bytes as text.
  ///
  /// Bytes that are not UTF-8 become escapes as in a link, `%FF`, which mean the same bytes; then
  /// all that is not ASCII does.
  static func text(_ bytes: some Collection<UInt8>) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    var escaped: [UInt8] = []
    for byte in bytes {
      if byte < 0x80 {
        escaped.append(byte)
      } else {
        escaped += "%\(String(byte, radix: 16, uppercase: true))".utf8
      }
    }
    return String(decoding: escaped, as: UTF8.self)
  }
}

/// The arguments as the system passes them.
enum RawArguments {
  /// The bytes of every argument, the command's own name first.
  static var all: [[UInt8]] {
    (0..<Int(CommandLine.argc))
      .compactMap { index in
        CommandLine.unsafeArgv[index]
          .map { argument in
            var bytes: [UInt8] = []
            var next = argument
            while next.pointee != 0 {
              bytes.append(UInt8(bitPattern: next.pointee))
              next += 1
            }
            return bytes
          }
      }
  }
}
