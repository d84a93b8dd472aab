/// The lines of a script, for finding and drawing places in it.
struct ScriptLines {
  struct Highlight: Hashable {
    /// The line, counted from 1.
    let line: Int
    /// The first byte, counted from 1, or `nil` for the whole line.
    let column: Int?
    let length: Int
  }

  private static let searchedLines = 200

  private let text: [UInt8]

  /// The end of each line: its newline, or the end of the text.
  private let ends: [Int]

  init(_ text: [UInt8]) {
    self.text = text
    ends = text.withUnsafeBytes(Self.ends)
  }

  /// The ends of the lines of a text; the search for newlines examines eight bytes per step.
  private static func ends(in text: UnsafeRawBufferPointer) -> [Int] {
    let lowBits: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
    var ends: [Int] = []
    ends.reserveCapacity(text.count / 24 + 1)
    var start = 0
    while start + 8 <= text.count {
      let word = UInt64(littleEndian: text.loadUnaligned(fromByteOffset: start, as: UInt64.self))
      let bytes = word ^ 0x0A0A_0A0A_0A0A_0A0A
      // The highest bit of each byte that is now 0.
      var found = ~(((bytes & lowBits) &+ lowBits) | bytes | lowBits)
      while found != 0 {
        ends.append(start + found.trailingZeroBitCount / 8)
        found &= found &- 1
      }
      start += 8
    }
    for place in start..<text.count where text[place] == UInt8(ascii: "\n") { ends.append(place) }
    ends.append(text.count)
    return ends
  }

  var count: Int { ends.count }

  /// A line, counted from 1, or `nil` if it does not exist.
  subscript(number: Int) -> ArraySlice<UInt8>? { range(of: number).map { text[$0] } }

  private func range(of number: Int) -> Range<Int>? {
    guard ends.indices.contains(number - 1) else { return nil }
    return (number > 1 ? ends[number - 2] + 1 : 0)..<ends[number - 1]
  }

  /// The name of a field in the first line of a range that sets it.
  func find(field: String, in range: ClosedRange<Int>) -> Highlight? {
    text.withUnsafeBufferPointer { text in
      find(Array(field.utf8), in: searched(range), text) { _ in true }
    }
  }

  /// Finds a definition by its name or its path, from a line on.
  func find(path: String?, name: String?, from line: Int) -> Highlight? {
    let range = searched(line...Int.max)
    return text.withUnsafeBufferPointer { text in
      find(Self.nameField, set: name, in: range, text)
        ?? find(Self.pathField, set: path, in: range, text)
    }
  }

  private static let nameField = Array("name".utf8)
  private static let pathField = Array("path".utf8)

  /// Finds the first line that sets a field and has a value after it, in either kind of quotes.
  private func find(
    _ field: [UInt8],
    set value: String?,
    in range: ClosedRange<Int>,
    _ text: UnsafeBufferPointer<UInt8>
  ) -> Highlight? {
    guard var value else { return nil }
    return value.withUTF8 { wanted in
      find(field, in: range, text) { rest in
        var start = rest.startIndex
        while let quote = rest[start...].firstIndex(where: { $0 == 0x22 || $0 == 0x27 }) {
          start = quote + 1
          let end = start + wanted.count
          if end < rest.endIndex, rest[end] == rest[quote], rest[start..<end].elementsEqual(wanted)
          {
            return true
          }
        }
        return false
      }
    }
  }

  /// Finds the first line that sets a field and has an accepted rest.
  private func find(
    _ field: [UInt8],
    in range: ClosedRange<Int>,
    _ text: UnsafeBufferPointer<UInt8>,
    where isWanted: (Slice<UnsafeBufferPointer<UInt8>>) -> Bool
  ) -> Highlight? {
    for number in range {
      guard let line = self.range(of: number) else { continue }
      guard let place = Self.place(of: field, in: text[line]),
        isWanted(text[place..<line.upperBound])
      else { continue }
      return Highlight(line: number, column: place - line.lowerBound + 1, length: field.count)
    }
    return nil
  }

  private func searched(_ range: ClosedRange<Int>) -> ClosedRange<Int> {
    let first = max(1, range.lowerBound)
    let last = min(count, range.upperBound, first.addingReportingOverflow(Self.searchedLines).0)
    return first...max(first, last)
  }

  private static func place(
    of name: [UInt8],
    in line: Slice<UnsafeBufferPointer<UInt8>>
  ) -> Int? {
    guard let first = name.first else { return nil }
    var start = line.startIndex
    while line.endIndex - start >= name.count,
      let place = line[start...(line.endIndex - name.count)].firstIndex(of: first)
    {
      start = place + 1
      guard line[place..<place + name.count].elementsEqual(name) else { continue }
      if place > line.startIndex, isWord(line[place - 1]) { continue }
      let rest = line[(place + name.count)...].drop { Self.mayEndKey($0) }
      if rest.first == UInt8(ascii: "="), rest.dropFirst().first != UInt8(ascii: "=") {
        return place
      }
    }
    return nil
  }

  /// A space, a tab, or the end of a key such as `["GET /shop"]`.
  private static func mayEndKey(_ byte: UInt8) -> Bool {
    [0x20, 0x09, UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "]")].contains(byte)
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".") || (0x30...0x39).contains(byte)
      || (0x61...0x7A).contains(byte | 0x20)
  }
}

extension ScriptLines {
  /// The lines from the brace before a place to the matching closing brace.
  ///
  /// Braces in texts and comments count as well, so this only chooses where to search.
  func braces(around highlight: Highlight) -> ClosedRange<Int> {
    let first = firstLine(ofBracesAround: highlight)
    return first...max(first, lastLine(ofBracesAfter: highlight))
  }

  /// The line of the brace that opens before a place.
  func firstLine(ofBracesAround highlight: Highlight) -> Int {
    var first = highlight.line
    var depth = 0
    text.withUnsafeBufferPointer { text in
      while let line = range(of: first) {
        let end =
          first == highlight.line ? line.lowerBound + (highlight.column ?? 1) - 1 : line.upperBound
        var place = min(end, line.upperBound)
        while place > line.lowerBound, depth >= 0 {
          place -= 1
          if text[place] == UInt8(ascii: "}") { depth += 1 }
          if text[place] == UInt8(ascii: "{") { depth -= 1 }
        }
        if depth < 0 || first <= max(1, highlight.line - Self.searchedLines) { break }
        first -= 1
      }
    }
    return first
  }

  private func lastLine(ofBracesAfter highlight: Highlight) -> Int {
    var depth = 0
    var last = highlight.line
    while let line = self[last] {
      let text = last == highlight.line ? line.dropFirst((highlight.column ?? 1) - 1) : line
      for byte in text where depth >= 0 {
        if byte == UInt8(ascii: "{") { depth += 1 }
        if byte == UInt8(ascii: "}") { depth -= 1 }
      }
      if depth < 0 || last >= highlight.line + Self.searchedLines { break }
      last += 1
    }
    return last
  }
}
