import LuaSyntax
import ScriptAnalysis

/// The comments that say of a change that it makes no difference: `-- moonroute: equivalent`, on the
/// line that changes, or alone on the one above.
package struct EquivalentLines: Sendable {
  /// The place of a comment.
  package struct Comment: Sendable, Hashable {
    /// The path of the script in its application.
    package let file: String
    /// The line, counted from 1.
    package let line: Int
  }

  /// The comments, by file and line.
  package private(set) var comments: [Comment] = []

  private var files: [String: MarkedComments] = [:]

  private static let word = Array("-- moonroute: equivalent".utf8)

  /// Looks for the comments of a script.
  mutating func read(_ script: AnalysedScript) {
    let found = MarkedComments(Self.word, in: script.tree, script.lines)
    files[script.file] = found
    comments += found.all.map { Comment(file: script.file, line: $0.line) }
  }

  /// The comment that speaks of a change, that of its own line first, or `nil`.
  func comment(on change: RuleChange) -> Comment? {
    files[change.file]?.comments(for: change.line).first
      .map { Comment(file: change.file, line: $0.line) }
  }
}
