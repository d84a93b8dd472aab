import LuaSyntax

extension AnalysedScript {
  /// The lines, from 1, of the longest statement, function or table that begins on a line.
  package func lines(beginningOn line: Int) -> ClosedRange<Int>? { tree.lines(beginningOn: line) }
}
