/// The reason why an expression is not a constraint.
public struct ConstraintError: Error, Hashable, Sendable {
  /// The mistake.
  package enum Reason: Hashable, Sendable {
    /// The expression is empty.
    case empty
    /// An unbalanced `(` or `)`.
    case unbalancedParenthesis
    /// A `[` without a closing `]`.
    case unterminatedClass
    /// A class without characters.
    case emptyClass
    /// A range that ends before it starts, or that does not end with a character.
    case badRange
    /// A `*`, `+`, `?` or `{` with nothing to repeat.
    case nothingToRepeat
    /// A `{` that does not start `{n}`, `{n,}` or `{n,m}`.
    case badRepetition
    /// `^`, `$` or `\b`: a constraint always applies to the whole value.
    case anchor
    /// Syntax that needs a backtracking engine, or that has no meaning here.
    case unsupported(String)
    /// More than 4,096 states.
    case tooLarge
  }

  /// The mistake.
  package let reason: Reason
  /// The expression as its author wrote it.
  public let expression: String
  /// The position of the mistake, in bytes of `expression`.
  public let utf8Offset: Int

  init(_ reason: Reason, expression: String, utf8Offset: Int) {
    self.reason = reason
    self.expression = expression
    self.utf8Offset = utf8Offset
  }
}

extension ConstraintError: CustomStringConvertible {
  /// One line: the expression, the position, the mistake, and the correction.
  public var description: String {
    "'\(expression)' \(reason.problem) at byte \(utf8Offset). \(reason.advice)"
  }
}

extension ConstraintError.Reason {
  var problem: String {
    switch self {
    case .empty: "is an empty constraint"
    case .unbalancedParenthesis: "has a constraint with an unbalanced parenthesis"
    case .unterminatedClass: "has a constraint with an unclosed '['"
    case .emptyClass: "has a constraint with an empty class"
    case .badRange: "has a constraint with an invalid range"
    case .nothingToRepeat: "has a constraint with nothing to repeat"
    case .badRepetition: "has a constraint with a '{' that does not start a repetition"
    case .anchor: "has a constraint with an anchor"
    case .unsupported(let form): "has a constraint with '\(form)'"
    case .tooLarge: "has a constraint of more than 4096 states"
    }
  }

  var advice: String {
    switch self {
    case .empty: "Write an expression such as '\\d+'."
    case .unbalancedParenthesis: "Close the group, or write '\\(' for a literal parenthesis."
    case .unterminatedClass: "Close the class, or write '\\[' for a literal bracket."
    case .emptyClass: "Write '[abc]', or '\\[' for a literal bracket."
    case .badRange: "Write the smaller character first, or '\\-' for a literal hyphen."
    case .nothingToRepeat: "Put it after a character, a class or a group, or write '\\' before it."
    case .badRepetition: "Write '{2}', '{2,}' or '{2,4}', or '\\{' for a literal brace."
    case .anchor: "Remove it: a constraint always applies to the whole value."
    case .unsupported:
      "Use characters, classes such as '[a-z]' or '\\d', groups, '|' and repetition."
    case .tooLarge: "Repeat less, or check the value in a guard."
    }
  }
}
