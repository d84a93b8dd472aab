#if Command
import LuaSyntax
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

  init(_ file: String, at offset: Int, in bytes: [UInt8], _ lines: LineTable) {
    self.file = file
    (line, column) = (lines.line(of: offset), lines.column(of: offset))
    let rest = bytes[lines.start(ofLine: line)...]
    text = String(decoding: rest.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self).trimmed
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

  /// The places of a word in a text.
  static func all(of word: String, _ file: String, in bytes: [UInt8]) -> [TextPlace] {
    let wanted = Array(word.utf8)
    guard !wanted.isEmpty, bytes.count >= wanted.count else { return [] }
    let lines = LineTable(bytes)
    return (0...(bytes.count - wanted.count))
      .filter { start in
        let end = start + wanted.count
        return bytes[start] == wanted[0] && bytes[start..<end].elementsEqual(wanted)
          && (start == 0 || !LuaLexer.isWord(bytes[start - 1]))
          && (end == bytes.count || !LuaLexer.isWord(bytes[end]))
      }
      .map { TextPlace(file, at: $0, in: bytes, lines) }
  }
}
#endif
