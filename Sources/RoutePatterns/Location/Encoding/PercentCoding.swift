/// Percent-encoding: decodes escapes such as `%2F` once, and escapes text where necessary.
package enum PercentCoding {
  static let percent = UInt8(ascii: "%")

  /// Appends decoded bytes; a malformed escape stays as text.
  ///
  /// Returns the source offset of the first byte that makes the result invalid UTF-8, or `nil`.
  static func decode(
    _ source: UnsafeBufferPointer<UInt8>,
    _ range: Range<Int>,
    plusAsSpace: Bool = false,
    into writer: inout LocationWriter
  ) -> Int? {
    let start = writer.count
    var all: UInt8 = 0
    var index = range.lowerBound
    while index < range.upperBound {
      var byte = source[index]
      index += 1
      if byte == percent {
        if let decoded = escape(source, at: index - 1, end: range.upperBound) {
          byte = decoded
          index += 2
        }
      } else if plusAsSpace, byte == LocationByte.plus {
        byte = 0x20
      }
      all |= byte
      writer.append(byte)
    }
    guard all >= 0x80 else { return nil }
    return LocationUTF8Check.firstInvalid(in: writer.bytes, from: start)
      .map { sourceOffset(of: $0 - start, source, range) }
  }

  /// Returns whether the bytes are `.` or `..`, escaped or not.
  static func isDots(_ source: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Bool {
    var index = range.lowerBound
    var count = 0
    while index < range.upperBound {
      if source[index] == LocationByte.dot {
        index += 1
      } else if escape(source, at: index, end: range.upperBound) == LocationByte.dot {
        index += 3
      } else {
        return false
      }
      count += 1
    }
    return count == 1 || count == 2
  }

  /// Reads the escape at an offset, or returns `nil`.
  static func escape(
    _ source: UnsafeBufferPointer<UInt8>,
    at index: Int,
    end: Int
  ) -> UInt8? {
    guard source[index] == percent, index + 2 < end, let high = digit(source[index + 1]),
      let low = digit(source[index + 2])
    else { return nil }
    return high << 4 | low
  }

  private static func sourceOffset(
    of decodedOffset: Int,
    _ source: UnsafeBufferPointer<UInt8>,
    _ range: Range<Int>
  ) -> Int {
    var index = range.lowerBound
    for _ in 0..<decodedOffset {
      index += escape(source, at: index, end: range.upperBound) == nil ? 1 : 3
    }
    return index
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}

extension PercentCoding {
  /// Appends UTF-8 and escapes it where necessary; non-ASCII text stays readable.
  ///
  /// All white space is escaped, so that trimming never removes any of it.
  static func encode(
    _ text: UnsafeBufferPointer<UInt8>,
    _ allowed: PercentAllowed,
    into output: inout [UInt8]
  ) {
    var index = 0
    while true {
      let start = index
      while index < text.count, text[index] < 0x80, allowed.contains(text[index]) { index += 1 }
      output.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<index]))
      guard index < text.count else { return }
      let byte = text[index]
      if byte >= 0x80, let length = LocationUTF8Check.whiteSpace(text, at: index) {
        for offset in 0..<length { append(escaped: text[index + offset], &output) }
        index += length
        continue
      }
      if byte >= 0x80 {
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

extension PercentCoding {
  package static func segment(_ text: String) -> String {
    var text = text
    var output: [UInt8] = []
    text.withUTF8 { encode($0, .segment, into: &output) }
    return String(decoding: output, as: UTF8.self)
  }
}
