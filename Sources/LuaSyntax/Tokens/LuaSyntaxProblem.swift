/// A mistake in a script's syntax.
package struct LuaSyntaxProblem: Hashable, Sendable {
  /// The kind of mistake, with details for the message.
  package enum Reason: Hashable, Sendable {
    case unfinishedString, unfinishedComment, badLongBracket, badEscape, malformedNumber
    /// A token that is not valid here.
    case unexpected
    case expected(LuaToken.Kind)
    /// A missing token that would close an opening token at an offset.
    case unclosed(LuaToken.Kind, opening: LuaToken.Kind, at: Int)
    /// A statement that is not a call or an assignment.
    case noStatement
    /// One of several tokens is missing.
    case expectedWords(String)
    /// `...` in a function without variable arguments.
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
    case tooLarge(limit: Int)
  }

  /// The number of problems in one text after which parsing stops.
  package static let limit = 100
  package let reason: Reason
  /// The offset of its first byte.
  package let start: Int
  /// The offset after its last byte.
  package let end: Int

  /// Whether Lua finds it later: at the end of a block, or at the next statement.
  package var isFoundLate: Bool {
    switch reason {
    case .breakOutsideLoop, .missingLabel, .duplicateLabel, .jumpIntoScope: true
    default: false
    }
  }

  package init(_ reason: Reason, start: Int, end: Int) {
    self.reason = reason
    self.start = start
    self.end = end
  }
}
