#if Command
import MessageStream
import TextTools

/// A place in a text, with its line.
struct TextPlace: Comparable {
  let file: String
  let line: Int
  /// The column in bytes, counted from 1.
  let column: Int
  /// The text of the line without its indentation.
  let text: String

  init(_ file: String, at offset: Int, in bytes: [UInt8]) {
    self.file = file
    let begin = bytes[..<offset].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let end = bytes[offset...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
    line = bytes[..<begin].count { $0 == UInt8(ascii: "\n") } + 1
    column = offset - begin + 1
    text = String(decoding: bytes[begin..<end], as: UTF8.self).trimmed
  }

  static func < (first: Self, second: Self) -> Bool {
    (first.file, first.line, first.column) < (second.file, second.line, second.column)
  }

  var words: String { "\(file):\(line):\(column)  \(text)" }

  var json: JSON {
    .fields(
      ("file", .text(file)),
      ("line", .int(line)),
      ("column", .int(column)),
      ("text", .text(text))
    )
  }

  /// The places of a word in a text; letters, digits and `_` next to it make another word.
  static func all(of word: String, _ file: String, in bytes: [UInt8]) -> [TextPlace] {
    let isPart = { (byte: UInt8) in
      byte == UInt8(ascii: "_") || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
        || (0x61...0x7A).contains(byte)
    }
    let wanted = Array(word.utf8)
    guard let first = wanted.first, bytes.count >= wanted.count else { return [] }
    return (0...(bytes.count - wanted.count))
      .filter { start in
        let end = start + wanted.count
        return bytes[start] == first && bytes[start..<end].elementsEqual(wanted)
          && (start == 0 || !isPart(bytes[start - 1]))
          && (end == bytes.count || !isPart(bytes[end]))
      }
      .map { TextPlace(file, at: $0, in: bytes) }
  }
}
#endif
