import LuaSyntax

extension AnalysedScript {
  /// The lines of the longest statement, function or table that begins on a line.
  ///
  /// - Parameter line: The line, counted from 1.
  /// - Returns: The first and the last line, or `nil` if nothing begins there.
  package func lines(beginningOn line: Int) -> ClosedRange<Int>? { tree.lines(beginningOn: line) }
}
