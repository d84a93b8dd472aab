extension LuaTree {
  /// The lines of what begins on a line: the longest statement, function or table there.
  ///
  /// - Parameter line: The line, counted from 1.
  /// - Returns: The first and the last line; `nil` where nothing begins.
  /// - Complexity: O(*n* log *m*) for *n* parts of the text in *m* lines.
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
