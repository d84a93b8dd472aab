import LuaSyntax

/// The comments of a script that allow what a rule would find: `-- moonroute: allow unused_local`,
/// on the line or on the one above.
struct Allowances {
  private static let marker = Array("moonroute: allow ".utf8)

  /// The rules that each line allows.
  private var lines: [Int: Set<String>] = [:]

  /// Looks for the comments between the tokens.
  init(_ tree: LuaTree, _ table: LineTable) {
    var start = 0
    for token in tree.tokens {
      if token.start - start > Self.marker.count { read(tree.text, start..<token.start, table) }
      start = token.end
    }
  }

  private mutating func read(_ text: [UInt8], _ range: Range<Int>, _ table: LineTable) {
    var offset = range.lowerBound
    for line in text[range].split(separator: 0x0A, omittingEmptySubsequences: false) {
      defer { offset += line.count + 1 }
      guard let found = line.firstRange(of: Self.marker) else { continue }
      let words = String(decoding: line[found.upperBound...], as: UTF8.self)
        .split { !($0.isLetter || $0 == "_") }
      lines[table.line(of: min(offset, range.upperBound)), default: []]
        .formUnion(words.map(String.init))
    }
  }

  /// Whether a rule's findings in a line are allowed.
  func allows(_ id: String, line: Int) -> Bool {
    [line, line - 1].contains { lines[$0]?.contains(id) == true }
  }
}
