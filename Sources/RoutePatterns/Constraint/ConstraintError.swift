/// Why an expression is not a constraint.
public struct ConstraintError: Error, Hashable, Sendable {
  /// The mistake.
  public enum Reason: Hashable, Sendable {
    /// Nothing at all.
    case empty
    /// A `(` or `)` without its partner.
    case unbalancedParenthesis
    /// A `[` without its `]`.
    case unterminatedClass
    /// A class without any character.
    case emptyClass
    /// A range whose end lies before its start, or is no character.
    case badRange
    /// A `*`, `+`, `?` or `{` with nothing to repeat.
    case nothingToRepeat
    /// `{` that is not `{n}`, `{n,}` or `{n,m}`.
    case badRepetition
    /// `^`, `$` or `\b`: a constraint is about the whole value.
    case anchor
    /// A form that only a backtracking engine can do, or that has no meaning here.
    case unsupported(String)
    /// More than 4,096 states.
    case tooLarge
  }

  /// The mistake.
  public let reason: Reason
  /// The expression as it was written.
  public let expression: String
  /// Where the mistake is, in bytes of `expression`.
  public let utf8Offset: Int

  init(_ reason: Reason, expression: String, utf8Offset: Int) {
    self.reason = reason
    self.expression = expression
    self.utf8Offset = utf8Offset
  }
}

extension ConstraintError: CustomStringConvertible {
  /// One line: the expression, the place, the mistake, and what to write instead.
  public var description: String {
    "'\(expression)' \(reason.problem) at byte \(utf8Offset). \(reason.advice)"
  }
}

extension ConstraintError.Reason {
  var problem: String {
    switch self {
    case .empty: "is an empty constraint"
    case .unbalancedParenthesis: "has a constraint with a parenthesis without its partner"
    case .unterminatedClass: "has a constraint with a '[' without its ']'"
    case .emptyClass: "has a constraint with a class that holds nothing"
    case .badRange: "has a constraint with a range that is no range"
    case .nothingToRepeat: "has a constraint that repeats nothing"
    case .badRepetition: "has a constraint with a '{' that is no repetition"
    case .anchor: "has a constraint with an anchor"
    case .unsupported(let form): "has a constraint with '\(form)'"
    case .tooLarge: "has a constraint of more than 4096 states"
    }
  }

  var advice: String {
    switch self {
    case .empty: "Write an expression such as '\\d+'."
    case .unbalancedParenthesis: "Close the group, or write '\\(' for the character."
    case .unterminatedClass: "Close the class, or write '\\[' for the character."
    case .emptyClass: "Write '[abc]', or '\\[' for the character."
    case .badRange: "Write the smaller character first, and '\\-' for the character."
    case .nothingToRepeat: "Put it behind a character, a class or a group, or write '\\' before it."
    case .badRepetition: "Write '{2}', '{2,}' or '{2,4}', or '\\{' for the character."
    case .anchor: "Leave it out: a constraint is about the whole value."
    case .unsupported:
      "Use characters, classes such as '[a-z]' or '\\d', groups, '|' and repetition."
    case .tooLarge: "Repeat less, or check the value in a guard."
    }
  }
}
