/// The lines of a script around a place, with the place marked.
///
/// ```
///   11 |   path = "/cart",
/// > 12 |   nam = "cart",
///      |   ^^^
///   13 | }
/// ```
enum CodeFrame {
  /// A place in a line.
  struct Mark: Equatable {
    /// The line, counted from 1.
    let line: Int
    /// The first byte, counted from 1, or `nil` to mark the whole line.
    let column: Int?
    /// The number of bytes marked.
    let length: Int
  }

  /// Draws the lines around a place.
  ///
  /// - Parameters:
  ///   - source: The script.
  ///   - mark: The place.
  /// - Returns: The drawing, or nothing when the script has no such line.
  static func text(of source: [UInt8], at mark: Mark) -> String {
    let lines = source.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard lines.indices.contains(mark.line - 1) else { return "" }
    let first = max(1, mark.line - 2)
    let last = min(lines.count, mark.line + 1)
    let width = String(last).count
    var drawing: [String] = []
    for number in first...last {
      let text = readable(lines[number - 1])
      if number == last, text.isEmpty, number != mark.line { continue }
      let label = String(repeating: " ", count: width - String(number).count) + String(number)
      drawing.append("\(number == mark.line ? ">" : " ") \(label) | \(text)")
      if number == mark.line, let column = mark.column {
        let lead = readable(lines[number - 1].prefix(column - 1)).count
        let carets = String(repeating: "^", count: max(1, mark.length))
        let margin = String(repeating: " ", count: width + 3)
        drawing.append(margin + "| " + String(repeating: " ", count: lead) + carets)
      }
    }
    return drawing.map(trimmedAtEnd).joined(separator: "\n")
  }

  /// Finds a word that is written as a field, from a line on.
  ///
  /// - Parameters:
  ///   - field: The field's name.
  ///   - source: The script.
  ///   - line: The line to begin at, counted from 1.
  /// - Returns: The first place within 200 lines where the name is followed by `=`.
  static func find(field: String, in source: [UInt8], from line: Int) -> Mark? {
    let lines = source.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let name = Array(field.utf8)
    guard line >= 1, line <= lines.count, !name.isEmpty else { return nil }
    for number in line...min(lines.count, line + 200) {
      let text = Array(lines[number - 1])
      if let column = column(of: name, in: text) {
        return Mark(line: number, column: column + 1, length: name.count)
      }
    }
    return nil
  }

  /// Finds the line of a definition by its path, or by its name when it has one.
  ///
  /// - Returns: The line, counted from 1, or `nil` when neither is written there.
  static func find(path: String?, name: String?, in source: [UInt8], from line: Int) -> Int? {
    let lines = source.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard line >= 1, line <= lines.count else { return nil }
    for (field, value) in [("name", name), ("path", path)] {
      guard let value else { continue }
      for number in line...min(lines.count, line + 200) {
        let text = Array(lines[number - 1])
        guard let start = column(of: Array(field.utf8), in: text) else { continue }
        let rest = String(decoding: text[start...], as: UTF8.self)
        if rest.contains("\"\(value)\"") || rest.contains("'\(value)'") { return number }
      }
    }
    return nil
  }

  /// Where a line sets a field, counted from 0.
  private static func column(of name: [UInt8], in line: [UInt8]) -> Int? {
    guard line.count >= name.count else { return nil }
    for start in 0...(line.count - name.count)
    where line[start..<start + name.count].elementsEqual(name) {
      if start > 0, isWord(line[start - 1]) { continue }
      let rest = line[(start + name.count)...].drop { $0 == 0x20 || $0 == 0x09 }
      if rest.first == UInt8(ascii: "="), rest.dropFirst().first != UInt8(ascii: "=") {
        return start
      }
    }
    return nil
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".") || (0x30...0x39).contains(byte)
      || (0x61...0x7A).contains(byte | 0x20)
  }

  /// A line without its tabs and its carriage return, cut where it gets too long to read.
  private static func readable(_ line: some Sequence<UInt8>) -> String {
    let text = String(decoding: Array(line.prefix(160)), as: UTF8.self)
    return String(text.map { $0 == "\t" ? " " : $0 }.filter { $0 != "\r" && $0 != "\r\n" })
  }

  private static func trimmedAtEnd(_ text: String) -> String {
    var text = text
    while text.last == " " { text.removeLast() }
    return text
  }
}
