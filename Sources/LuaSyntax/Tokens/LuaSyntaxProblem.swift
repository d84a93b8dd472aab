/// A mistake in the text of a script.
package struct LuaSyntaxProblem: Hashable, Sendable {
  /// The kind of mistake, with the texts that its words need.
  package enum Reason: Hashable, Sendable {
    case unfinishedString, unfinishedComment, badLongBracket, badEscape, malformedNumber
    /// A token that nothing can begin with, or go on with.
    case unexpected
    /// A token that should stand here.
    case expected(LuaToken.Kind)
    /// A token that should stand here, because another one was opened at an offset.
    case unclosed(LuaToken.Kind, opening: LuaToken.Kind, at: Int)
    /// Another statement than a call or an assignment.
    case noStatement
    /// One of several tokens should stand here.
    case expectedWords(String)
    /// `...` in a function that takes no such arguments.
    case noVarargs
    case assignToConstant(String)
    case unknownAttribute(String)
    case secondClose
    case breakOutsideLoop
    case missingLabel(String)
    case duplicateLabel(String, line: Int)
    case jumpIntoScope(label: String, variable: String)
    case tooManyLocals
    case tooDeep
    /// The text has more bytes than are read.
    case tooLarge(limit: Int)
  }

  /// The problems of one text after which nothing more is read.
  package static let limit = 100

  /// The kind of mistake.
  package let reason: Reason
  /// The offset of its first byte.
  package let start: Int
  /// The offset behind its last byte.
  package let end: Int

  /// Whether Lua finds it behind its place: once a block ends, or at the next statement.
  package var isFoundLate: Bool {
    switch reason {
    case .breakOutsideLoop, .missingLabel, .duplicateLabel, .jumpIntoScope: true
    default: false
    }
  }

  /// Describes a mistake.
  package init(_ reason: Reason, start: Int, end: Int) {
    self.reason = reason
    self.start = start
    self.end = end
  }
}
