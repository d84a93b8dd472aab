import LuaSyntax
import ScriptAnalysis

/// The comments `-- moonroute: equivalent` on a changed line, or on a separate line above.
package struct EquivalentLines: Sendable {
  package struct Comment: Sendable, Hashable {
    /// The path of the script in its application.
    package let file: String
    package let line: Int
  }

  package private(set) var comments: [Comment] = []

  private var files: [String: MarkedComments] = [:]

  private static let word = Array("-- moonroute: equivalent".utf8)

  mutating func read(_ script: AnalysedScript) {
    let found = MarkedComments(Self.word, in: script.tree, script.lines)
    files[script.file] = found
    comments += found.all.map { Comment(file: script.file, line: $0.line) }
  }

  /// The comment for a change, preferably on its own line, or `nil`.
  func comment(on change: RuleChange) -> Comment? {
    files[change.file]?.comments(for: change.line).first
      .map { Comment(file: change.file, line: $0.line) }
  }
}
