import MessageStream

/// The unit of columns.
package enum PositionEncoding: String, Sendable {
  case utf8 = "utf-8"
  case utf16 = "utf-16"
}

/// The lines of a text as the protocol counts them, and conversions of positions.
///
/// `\n`, `\r\n` and `\r` end a line. A position outside of the text moves to the nearest valid one.
struct TextPositions {
  private let text: [UInt8]
  private let starts: [Int]
  private let encoding: PositionEncoding

  init(_ text: [UInt8], _ encoding: PositionEncoding) {
    self.text = text
    self.encoding = encoding
    var starts = [0]
    var at = 0
    while at < text.count {
      let byte = text[at]
      at += 1
      if byte == 0x0D, at < text.count, text[at] == 0x0A { at += 1 }
      if byte == 0x0A || byte == 0x0D { starts.append(at) }
    }
    self.starts = starts
  }

  /// The offset of the first byte of a line, counted from 0.
  func start(ofLine line: Int) -> Int {
    line < 0 ? 0 : line < starts.count ? starts[line] : text.count
  }

  /// The offset after the last byte of a line, without its line break.
  func end(ofLine line: Int) -> Int {
    var end = start(ofLine: line + 1)
    let start = start(ofLine: line)
    while end > start, text[end - 1] == 0x0A || text[end - 1] == 0x0D { end -= 1 }
    return end
  }

  // MARK: Offsets

  func offset(line: Int, column: Int) -> Int {
    guard line >= 0 else { return 0 }
    guard line < starts.count else { return text.count }
    let end = end(ofLine: line)
    var offset = starts[line]
    var left = max(0, column)
    while offset < end, left > 0 {
      let length = min(Self.length(ofScalarFrom: text[offset]), end - offset)
      left -= encoding == .utf8 ? length : length == 4 ? 2 : 1
      // A position inside a character is moved to its start.
      if left < 0 { break }
      offset += length
    }
    return offset
  }

  /// The length of the scalar that starts with a byte; an invalid byte counts as one.
  private static func length(ofScalarFrom byte: UInt8) -> Int {
    switch byte {
    case 0xC2..<0xE0: 2
    case 0xE0..<0xF0: 3
    case 0xF0..<0xF5: 4
    default: 1
    }
  }

  /// The offset of a position in a message, or `nil` if it is invalid.
  func offset(_ position: JSON) -> Int? {
    guard let line = position["line"].int, let column = position["character"].int else {
      return nil
    }
    return offset(line: line, column: column)
  }

  /// The byte range of a range in a message, or `nil` if it is invalid.
  func range(_ range: JSON) -> Range<Int>? {
    guard let start = offset(range["start"]), let end = offset(range["end"]) else { return nil }
    return min(start, end)..<max(start, end)
  }

  // MARK: Positions

  /// The line of an offset, counted from 0.
  func line(of offset: Int) -> Int {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }

  func column(of offset: Int) -> Int {
    let start = starts[line(of: offset)]
    guard encoding == .utf16 else { return offset - start }
    var column = 0
    for byte in text[start..<min(max(start, offset), text.count)] where byte & 0xC0 != 0x80 {
      column += byte >= 0xF0 ? 2 : 1
    }
    return column
  }

  func position(of offset: Int) -> JSON {
    let offset = min(max(0, offset), text.count)
    return .fields(("line", .int(line(of: offset))), ("character", .int(column(of: offset))))
  }

  func range(of range: Range<Int>) -> JSON {
    .fields(
      ("start", position(of: range.lowerBound)),
      ("end", position(of: range.upperBound))
    )
  }
}
