import Moonroute
package import ScriptHost

/// A problem of a script with the text that it is about.
package struct ScriptFinding: Hashable, Sendable {
  /// Another place that has to do with it.
  package struct Related: Hashable, Sendable {
    package let file: String
    /// The line, counted from 1.
    package let line: Int
    /// The words.
    package let message: String
  }

  /// A change of one text that settles a problem.
  package struct Fix: Hashable, Sendable {
    /// The effect of the fix.
    package let title: String
    /// The bytes that go.
    package let range: Range<Int>
    /// The text that comes.
    package let text: String
    /// The place of the bytes that go; set when the fix is reported.
    package internal(set) var place: Place?

    /// Lines and columns, counted from 1 in bytes.
    package struct Place: Hashable, Sendable {
      /// Where the bytes begin.
      package let line: Int, column: Int
      /// Where they end, exclusively.
      package let endLine: Int, endColumn: Int
    }
  }

  /// The problem: its rule, place and words.
  package var problem: ScriptProblem
  /// The line of the last byte, counted from 1, or `nil` when only the beginning is known.
  package var endLine: Int?
  /// The column behind the last byte, counted from 1 in bytes.
  package var endColumn: Int?
  /// Other places that have to do with it.
  package var related: [Related] = []
  /// The change that settles it, if there is one that cannot be wrong.
  package var fix: Fix?

  /// A problem that was found by loading.
  package init(_ problem: ScriptProblem) { self.problem = problem }

  /// The sort key.
  var place: (String, Int, Int, String) {
    (problem.site?.file ?? "", problem.site?.line ?? 0, problem.column ?? 0, problem.message)
  }
}
