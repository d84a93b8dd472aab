import LuaSyntax

extension AnalysedScript {
  /// The lines of what begins on a line: the longest statement, function or table there.
  ///
  /// - Parameter line: The line, counted from 1.
  /// - Returns: The first and the last line; `nil` where nothing begins.
  package func lines(beginningOn line: Int) -> ClosedRange<Int>? { tree.lines(beginningOn: line) }
}
