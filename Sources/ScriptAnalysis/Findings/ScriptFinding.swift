import Moonroute
package import ScriptHost

/// A problem of a script with the range of the text.
package struct ScriptFinding: Hashable, Sendable {
  package struct Related: Hashable, Sendable {
    package let file: String
    /// The line, counted from 1.
    package let line: Int
    package let message: String
  }

  /// A replacement in one script that resolves a problem.
  package struct Fix: Hashable, Sendable {
    package let title: String
    /// The bytes to replace.
    package let range: Range<Int>
    package let text: String
    /// The place of the replaced bytes, set when the finding is reported.
    package internal(set) var place: Place?

    /// Lines and columns, counted from 1 in bytes.
    package struct Place: Hashable, Sendable {
      package let line: Int, column: Int
      package let endLine: Int, endColumn: Int
    }
  }

  /// The problem: its rule, place and message.
  package var problem: ScriptProblem
  /// The line of the last byte, counted from 1, or `nil` if only the start is known.
  package var endLine: Int?
  /// The column after the last byte, counted from 1 in bytes.
  package var endColumn: Int?
  package var related: [Related] = []
  /// The fix, if an unambiguous one exists.
  package var fix: Fix?

  package init(_ problem: ScriptProblem) { self.problem = problem }

  var place: (String, Int, Int, String) {
    (problem.site?.file ?? "", problem.site?.line ?? 0, problem.column ?? 0, problem.message)
  }
}
