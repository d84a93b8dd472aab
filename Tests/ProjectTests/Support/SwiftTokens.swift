/// The words and signs of a Swift file without comments, compilation conditions, and the text of
/// string literals.
struct SwiftTokens {
  private(set) var all: [Substring] = []

  private let text: String
  private let bytes: [UInt8]
  private var position = 0

  init(_ text: String) {
    self.text = text
    bytes = Array(text.utf8)
    readCode(isInterpolated: false)
  }

  /// Reads to the end of the file, or past the closing parenthesis of an interpolation.
  private mutating func readCode(isInterpolated: Bool) {
    var depth = 0
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: "/"), starts("//") {
        skipLine()
      } else if byte == UInt8(ascii: "/"), starts("/*") {
        skipComment()
      } else if byte == UInt8(ascii: "#"), starts("#if ") || starts("#elseif ") {
        skipLine()
      } else if let hashes = hashesBeforeString() {
        readString(hashes)
      } else if Self.isWordByte(byte) {
        let start = position
        while position < bytes.count, Self.isWordByte(bytes[position]) { position += 1 }
        append(start..<position)
      } else {
        if byte == UInt8(ascii: "(") { depth += 1 }
        if byte == UInt8(ascii: ")") { depth -= 1 }
        if byte > UInt8(ascii: " "), byte != UInt8(ascii: "`") { append(position..<position + 1) }
        position += 1
        if isInterpolated, depth < 0 { return }
      }
    }
  }

  /// Reads a string literal, with its interpolations as code.
  private mutating func readString(_ hashes: Int) {
    let raw = String(repeating: "#", count: hashes)
    position += hashes
    let isMultiline = starts("\"\"\"")
    let quotes = isMultiline ? "\"\"\"" : "\""
    position += quotes.utf8.count
    while position < bytes.count, !starts(quotes + raw) {
      if starts("\\" + raw + "(") {
        position += hashes + 2
        readCode(isInterpolated: true)
      } else if starts("\\" + raw) {
        position += hashes + 2
      } else {
        if !isMultiline, bytes[position] == UInt8(ascii: "\n") { return }
        position += 1
      }
    }
    position += quotes.utf8.count + hashes
  }

  /// The number of `#` in front of a string literal that begins here, or `nil` if none begins.
  private func hashesBeforeString() -> Int? {
    var end = position
    while end < bytes.count, bytes[end] == UInt8(ascii: "#") { end += 1 }
    return end < bytes.count && bytes[end] == UInt8(ascii: "\"") ? end - position : nil
  }

  private mutating func skipLine() {
    position = bytes[position...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
  }

  private mutating func skipComment() {
    var depth = 0
    while position < bytes.count {
      if starts("/*") {
        depth += 1
        position += 2
      } else if starts("*/") {
        depth -= 1
        position += 2
        if depth == 0 { return }
      } else {
        position += 1
      }
    }
  }

  private func starts(_ words: String) -> Bool {
    bytes[position...].starts(with: words.utf8)
  }

  private mutating func append(_ range: Range<Int>) {
    let start = text.utf8.index(text.startIndex, offsetBy: range.lowerBound)
    all.append(text[start..<text.utf8.index(start, offsetBy: range.count)])
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }
}
