import LuaSyntax
import ScriptAnalysis

/// The comments that say of a change that it makes no difference: `-- moonroute: equivalent`, on the
/// line that changes or on the one above.
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

  private static let word = Array("-- moonroute: equivalent".utf8)

  /// Looks for the comments of a script, which stand between its tokens.
  mutating func read(_ script: AnalysedScript) {
    var start = 0
    for token in script.tree.tokens {
      var at = start
      while at + Self.word.count <= token.start {
        guard script.text[at..<at + Self.word.count].elementsEqual(Self.word) else {
          at += 1
          continue
        }
        comments.append(Comment(file: script.file, line: script.line(at: at)))
        at += Self.word.count
      }
      start = token.end
    }
  }

  /// The comment that speaks of a change, or `nil`.
  func comment(on change: RuleChange) -> Comment? {
    comments.first { $0.file == change.file && [change.line, change.line - 1].contains($0.line) }
  }
}
