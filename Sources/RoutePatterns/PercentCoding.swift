/// Escapes such as `%2F`: reading them once, and writing them where a text needs them.
package enum PercentCoding {
  static let percent = UInt8(ascii: "%")

  /// Appends decoded bytes; a malformed escape is kept as text.
  ///
  /// - Returns: The offset in `source` of the first byte that makes the result something other
  ///   than UTF-8, or `nil`.
  static func decode(
    _ source: UnsafeBufferPointer<UInt8>,
    _ range: Range<Int>,
    plusAsSpace: Bool = false,
    into bytes: inout [UInt8]
  ) -> Int? {
    let start = bytes.count
    var all: UInt8 = 0
    var plain = range.lowerBound
    var index = plain
    while index < range.upperBound {
      let byte = source[index]
      all |= byte
      var decoded: UInt8?
      if byte == percent {
        decoded = escape(source, at: index, end: range.upperBound)
      } else if plusAsSpace, byte == LocationByte.plus {
        decoded = 0x20
      }
      guard let decoded else {
        index += 1
        continue
      }
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: source[plain..<index]))
      bytes.append(decoded)
      all |= decoded
      index += byte == percent ? 3 : 1
      plain = index
    }
    bytes.append(contentsOf: UnsafeBufferPointer(rebasing: source[plain..<range.upperBound]))
    guard all >= 0x80 else { return nil }
    let broken = bytes.withUnsafeBufferPointer {
      LocationUTF8Check.firstInvalid(in: $0, from: start)
    }
    return broken.map { sourceOffset(of: $0 - start, source, range) }
  }

  /// Reads the escape at an offset, or answers `nil` if there is none.
  static func escape(
    _ source: UnsafeBufferPointer<UInt8>,
    at index: Int,
    end: Int
  ) -> UInt8? {
    guard index + 2 < end, let high = digit(source[index + 1]), let low = digit(source[index + 2])
    else { return nil }
    return high << 4 | low
  }

  /// Finds the byte of the source that a decoded byte came from.
  private static func sourceOffset(
    of decodedOffset: Int,
    _ source: UnsafeBufferPointer<UInt8>,
    _ range: Range<Int>
  ) -> Int {
    var index = range.lowerBound
    for _ in 0..<decodedOffset {
      let isEscape =
        source[index] == percent && escape(source, at: index, end: range.upperBound) != nil
      index += isEscape ? 3 : 1
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
