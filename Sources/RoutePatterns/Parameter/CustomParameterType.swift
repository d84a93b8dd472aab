/// A parameter type that the application adds: `:id<sku>`.
///
/// Only a constraint or a list decides whether text matches, so that matching has no side effects.
/// The application may convert the text to a value when it reads the parameter.
package struct CustomParameterType: Sendable {
  /// The condition that text must meet.
  package enum Condition: Hashable, Sendable {
    /// A constraint on the whole value.
    case constraint(Constraint)
    /// One of the listed values.
    case choice([String])
  }

  /// The name between `<` and `>`.
  package let name: String
  /// The condition that text must meet.
  package let condition: Condition
  /// Converts matching text to a value; `nil` keeps the text.
  package let parse: (@Sendable (String) -> (any Sendable)?)?
  let automaton: ByteAutomaton?

  init(
    name: String,
    condition: Condition,
    parse: (@Sendable (String) -> (any Sendable)?)?
  ) {
    self.name = name
    self.condition = condition
    self.parse = parse
    automaton =
      switch condition {
      case .constraint(let constraint): constraint.automaton
      case .choice(let values): ByteAutomaton(BuiltInExpression.choice(of: values))
      }
  }
}

extension CustomParameterType: Hashable {
  /// Whether both have the same name and accept the same texts.
  package static func == (left: CustomParameterType, right: CustomParameterType) -> Bool {
    left.name == right.name && left.condition == right.condition
  }

  /// Hashes name and condition.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(condition)
  }
}
