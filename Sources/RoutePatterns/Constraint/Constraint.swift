/// A condition on the whole value of a parameter: a regular expression of classes, alternation,
/// groups and repetition.
///
/// It is compiled once into an automaton, which tests a value in one pass over its bytes.
///
/// ```swift
/// let constraint = try Constraint("[A-Z]{3}\\d+")
/// constraint.fits("ABC42")  // true
/// ```
public struct Constraint: Sendable {
  /// The expression as its author wrote it.
  public let expression: String
  let automaton: ByteAutomaton

  /// Compiles an expression.
  ///
  /// - Parameter expression: The expression. It always applies to the whole value, so it has no `^`
  ///   and `$`.
  /// - Throws: ``ConstraintError`` for any other syntax, and for an automaton of more than 4,096
  ///   states.
  public init(_ expression: String) throws(ConstraintError) {
    var parser = ConstraintParser(expression)
    let parsed = try parser.parse()
    guard let automaton = ByteAutomaton(parsed) else {
      throw ConstraintError(.tooLarge, expression: expression, utf8Offset: 0)
    }
    self.expression = expression
    self.automaton = automaton
  }

  /// Whether a whole value matches.
  ///
  /// - Complexity: O(*n*), where *n* is the length of `value` in UTF-8 bytes.
  public func fits(_ value: String) -> Bool {
    var value = value
    return value.withUTF8 { automaton.reads($0).fits }
  }
}

extension Constraint: Hashable {
  /// Whether both have the same expression text.
  public static func == (left: Constraint, right: Constraint) -> Bool {
    left.expression == right.expression
  }

  /// Hashes the expression.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(expression)
  }
}
