extension LuaTree {
  /// Returns the lines, from 1, of the longest statement, function or table that begins on a line.
  ///
  /// - Complexity: O(*n* log *m*) for *n* nodes in *m* lines.
  package func lines(beginningOn line: Int) -> ClosedRange<Int>? {
    let table = LineTable(text)
    guard line >= 1, line <= table.count else { return nil }
    var end: Int?
    var nodes = nodes(from: root)
    while let node = nodes.next() {
      let range = range(of: node)
      guard !range.isEmpty, table.line(of: range.lowerBound) == line else { continue }
      switch kind(of: node) {
      case .chunk, .block, .missing, .broken: continue
      default: end = max(end ?? 0, range.upperBound)
      }
    }
    return end.map { line...max(line, table.line(of: $0 - 1)) }
  }
}
