/// The comments of a script that allow what a rule would find: `-- moonroute: allow unused_local`,
/// on the line or on the one above.
package struct Allowances: Sendable {
  private static let marker = Array("moonroute: allow ".utf8)

  /// The rules that each line allows.
  private var lines: [Int: Set<String>] = [:]

  /// Looks for the comments between the tokens of a script.
  ///
  /// - Parameters:
  ///   - tree: The script.
  ///   - table: Its lines.
  /// - Complexity: O(*n*) for *n* bytes.
  package init(_ tree: LuaTree, _ table: LineTable) {
    var start = 0
    for token in tree.tokens {
      if token.start - start > Self.marker.count { read(tree.text, start..<token.start, table) }
      start = token.end
    }
  }

  /// Reads the comments between two tokens.
  private mutating func read(_ text: [UInt8], _ range: Range<Int>, _ table: LineTable) {
    var at = range.lowerBound
    while let found = Self.marker(in: text, at..<range.upperBound) {
      at = found + Self.marker.count
      let end = text[at..<range.upperBound].firstIndex { $0 == 0x0A || $0 == 0x0D }
      let words = String(decoding: text[at..<(end ?? range.upperBound)], as: UTF8.self)
        .split { !($0.isLetter || $0 == "_") }
      lines[table.line(of: found), default: []].formUnion(words.map(String.init))
    }
  }

  /// The first marker among some bytes.
  private static func marker(in text: [UInt8], _ range: Range<Int>) -> Int? {
    var at = range.lowerBound
    while at + marker.count <= range.upperBound {
      if text[at] == marker[0], text[at..<at + marker.count].elementsEqual(marker) { return at }
      at += 1
    }
    return nil
  }

  /// Whether a rule's findings in a line are allowed.
  package func allows(_ id: String, line: Int) -> Bool {
    [line, line - 1].contains { lines[$0]?.contains(id) == true }
  }
}
