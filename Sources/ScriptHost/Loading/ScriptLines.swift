/// The lines of a script, to find and to draw places in it.
struct ScriptLines {
  /// A place in a script.
  struct Mark: Hashable {
    /// The line, counted from 1.
    let line: Int
    /// The first byte, counted from 1, or `nil` to mark the whole line.
    let column: Int?
    /// The number of bytes marked.
    let length: Int
  }

  /// The lines that are looked at from where a search begins.
  private static let searchedLines = 200

  private let lines: [ArraySlice<UInt8>]

  /// Splits a text.
  init(_ text: [UInt8]) {
    lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
  }

  /// The number of lines.
  var count: Int { lines.count }

  /// A line, counted from 1, or `nil` when there is none.
  subscript(number: Int) -> ArraySlice<UInt8>? {
    lines.indices.contains(number - 1) ? lines[number - 1] : nil
  }

  /// Finds the first line within a range that sets a field.
  ///
  /// - Returns: The place of the field's name.
  func find(field: String, in range: ClosedRange<Int>) -> Mark? {
    let name = Array(field.utf8)
    for number in searched(range) {
      guard let line = self[number], let place = Self.place(of: name, in: line) else { continue }
      return Mark(line: number, column: place - line.startIndex + 1, length: name.count)
    }
    return nil
  }

  /// Finds a definition by the name or the path that is written there.
  ///
  /// - Parameters:
  ///   - path: The definition's path, or `nil` when it has none.
  ///   - name: Its name, or `nil` when it has none.
  ///   - line: The line to begin at, counted from 1.
  /// - Returns: The place of the field, or `nil` when neither is written there.
  func find(path: String?, name: String?, from line: Int) -> Mark? {
    for (field, value) in [("name", name), ("path", path)] {
      guard let value else { continue }
      let quoted = ["\"\(value)\"", "'\(value)'"].map { Array($0.utf8) }
      for number in searched(line...Int.max) {
        guard let line = self[number], let place = Self.place(of: Array(field.utf8), in: line)
        else { continue }
        if quoted.contains(where: { Self.place(of: $0, in: line, from: place) != nil }) {
          return Mark(line: number, column: place - line.startIndex + 1, length: field.utf8.count)
        }
      }
    }
    return nil
  }

  /// The lines from the brace that opens before a place to the one that closes it.
  ///
  /// Braces in texts and comments count too, so this is a guess; it only says where to look.
  func braces(around mark: Mark) -> ClosedRange<Int> {
    var first = mark.line
    var depth = 0
    while let line = self[first] {
      let text = first == mark.line ? line.prefix((mark.column ?? 1) - 1) : line
      for byte in text.reversed() where depth >= 0 {
        if byte == UInt8(ascii: "}") { depth += 1 }
        if byte == UInt8(ascii: "{") { depth -= 1 }
      }
      if depth < 0 || first <= max(1, mark.line - Self.searchedLines) { break }
      first -= 1
    }
    return first...max(first, lastLine(ofBracesAfter: mark))
  }

  private func lastLine(ofBracesAfter mark: Mark) -> Int {
    var depth = 0
    var last = mark.line
    while let line = self[last] {
      let text = last == mark.line ? line.dropFirst((mark.column ?? 1) - 1) : line
      for byte in text where depth >= 0 {
        if byte == UInt8(ascii: "{") { depth += 1 }
        if byte == UInt8(ascii: "}") { depth -= 1 }
      }
      if depth < 0 || last >= mark.line + Self.searchedLines { break }
      last += 1
    }
    return last
  }

  private func searched(_ range: ClosedRange<Int>) -> ClosedRange<Int> {
    let first = max(1, range.lowerBound)
    let last = min(count, range.upperBound, first.addingReportingOverflow(Self.searchedLines).0)
    return first...max(first, last)
  }

  /// Where a line sets a field.
  private static func place(of name: [UInt8], in line: ArraySlice<UInt8>) -> Int? {
    var start = line.startIndex
    while let place = place(of: name, in: line, from: start) {
      start = place + 1
      if place > line.startIndex, isWord(line[place - 1]) { continue }
      let rest = line[(place + name.count)...].drop { $0 == 0x20 || $0 == 0x09 }
      if rest.first == UInt8(ascii: "="), rest.dropFirst().first != UInt8(ascii: "=") {
        return place
      }
    }
    return nil
  }

  /// Where some bytes begin in a line.
  private static func place(
    of bytes: [UInt8],
    in line: ArraySlice<UInt8>,
    from start: Int
  ) -> Int? {
    guard let first = bytes.first, line.endIndex - start >= bytes.count else { return nil }
    for place in start...(line.endIndex - bytes.count)
    where line[place] == first && line[place..<place + bytes.count].elementsEqual(bytes) {
      return place
    }
    return nil
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".") || (0x30...0x39).contains(byte)
      || (0x61...0x7A).contains(byte | 0x20)
  }
}
