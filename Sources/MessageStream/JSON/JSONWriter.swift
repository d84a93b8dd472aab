import TextTools

/// Writes a JSON value on one line.
package struct JSONWriter {
  private static let checkBytes = 16 << 10

  private var bytes: [UInt8] = []
  private var checkedCount = 0
  private var isOver = false
  private let isStopped: () -> Bool

  /// Writes a value; it polls `isStopped`, and returns a part of the text after a cancellation.
  package static func text(_ value: JSON, isStopped: @escaping () -> Bool = { false }) -> String {
    String(decoding: bytes(value, isStopped: isStopped), as: UTF8.self)
  }

  static func bytes(_ value: JSON, isStopped: @escaping () -> Bool = { false }) -> [UInt8] {
    var writer = JSONWriter(isStopped: isStopped)
    writer.write(value)
    return writer.bytes
  }

  private init(isStopped: @escaping () -> Bool) { self.isStopped = isStopped }

  private mutating func write(_ value: JSON) {
    look()
    guard !isOver else { return }
    switch value {
    case .null: bytes += "null".utf8
    case .bool(let value): bytes += (value ? "true" : "false").utf8
    case .integer(let value): bytes += String(value).utf8
    case .number(let value): bytes += (value.isFinite ? "\(value)" : "null").utf8
    case .text(let text): write(text)
    case .list(let items):
      bytes.append(UInt8(ascii: "["))
      for (index, item) in items.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        write(item)
        if isOver { return }
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let fields):
      bytes.append(UInt8(ascii: "{"))
      for (index, field) in fields.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        write(field.name)
        bytes.append(UInt8(ascii: ":"))
        write(field.value)
        if isOver { return }
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  /// Checks for cancellation if the last check is long enough ago.
  private mutating func look() {
    guard bytes.count - checkedCount >= Self.checkBytes else { return }
    checkedCount = bytes.count
    isOver = isStopped()
  }

  private mutating func write(_ text: String) {
    var text = text
    bytes.append(UInt8(ascii: "\""))
    text.withUTF8 { text in
      // Copies runs of bytes that need no escape.
      var start = 0
      for (index, byte) in text.enumerated() where Self.needsEscape(byte) {
        if byte >= 0x80 {
          guard let (code, length) = Self.harmful(in: text, at: index) else { continue }
          bytes += text[start..<index]
          bytes += Self.escape(code)
          start = index + length
        } else {
          bytes += text[start..<index]
          bytes += Self.escapes[Int(byte)]
          start = index + 1
        }
        look()
        if isOver { return }
      }
      bytes += text[start...]
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == 0x7F || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
      || byte == 0xC2 || byte == 0xD8 || byte == 0xE2 || byte == 0xEF
  }

  /// The harmful scalar at a byte, if any, and its length.
  private static func harmful(
    in text: UnsafeBufferPointer<UInt8>,
    at index: Int
  ) -> (code: UInt32, length: Int)? {
    let length = text[index] < 0xE0 ? 2 : 3
    guard index + length <= text.count else { return nil }
    var code = UInt32(text[index]) & (length == 2 ? 0x1F : 0x0F)
    for byte in text[index + 1..<index + length] { code = code << 6 | UInt32(byte & 0x3F) }
    return Unicode.Scalar(code)?.isHarmful == true ? (code, length) : nil
  }

  private static let escapes: [[UInt8]] = (0..<0x80)
    .map { byte in
      switch Unicode.Scalar(byte) {
      case "\"": return Array(#"\""#.utf8)
      case "\\": return Array(#"\\"#.utf8)
      case "\n": return Array(#"\n"#.utf8)
      case "\r": return Array(#"\r"#.utf8)
      case "\t": return Array(#"\t"#.utf8)
      default: return escape(UInt32(byte))
      }
    }

  private static func escape(_ code: UInt32) -> [UInt8] {
    let digits = String(code, radix: 16)
    return Array("\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8)
  }
}
