/// The comments of a script with a marker, such as `-- moonroute: equivalent`, and the lines that
/// they apply to.
///
/// A comment applies to its own line. A comment without code on its line also applies to the next
/// line.
package struct MarkedComments: Sendable {
  /// The text of a comment from its marker on.
  package struct Comment: Sendable {
    /// The line of the marker, counted from 1.
    package let line: Int

    /// The text after the marker, up to the end of the line.
    package let text: String

    /// Whether its line contains no code.
    package let isAlone: Bool
  }

  package private(set) var all: [Comment] = []

  /// The indices of the comments in ``all``, by line.
  private var places: [Int: [Int]] = [:]

  /// Finds a non-empty marker in the comments between the tokens, in O(*n*) for *n* bytes.
  package init(_ marker: [UInt8], in tree: LuaTree, _ table: LineTable) {
    var before: LuaToken?
    for token in tree.tokens {
      let start = before?.end ?? 0
      if token.start - start >= marker.count {
        read(marker, tree.text, start..<token.start, table) { line in
          let isBelow = before.map { table.line(of: max($0.start, $0.end - 1)) < line } ?? true
          return isBelow && (token.kind == .end || table.line(of: token.start) > line)
        }
      }
      before = token
    }
  }

  private mutating func read(
    _ marker: [UInt8],
    _ text: [UInt8],
    _ range: Range<Int>,
    _ table: LineTable,
    isAlone: (Int) -> Bool
  ) {
    var at = range.lowerBound
    while at + marker.count <= range.upperBound {
      guard text[at] == marker[0], text[at..<at + marker.count].elementsEqual(marker) else {
        at += 1
        continue
      }
      let line = table.line(of: at)
      at += marker.count
      let end = text[at..<range.upperBound].firstIndex { $0 == 0x0A || $0 == 0x0D }
      places[line, default: []].append(all.count)
      all.append(
        Comment(
          line: line,
          text: String(decoding: text[at..<(end ?? range.upperBound)], as: UTF8.self),
          isAlone: isAlone(line)
        )
      )
    }
  }

  /// The comments that apply to a line, starting with those on the line itself.
  package func comments(for line: Int) -> [Comment] {
    let above = (places[line - 1] ?? []).filter { all[$0].isAlone }
    return ((places[line] ?? []) + above).map { all[$0] }
  }
}
