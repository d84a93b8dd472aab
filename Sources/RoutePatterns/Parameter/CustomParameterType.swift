/// A type of parameters that the application adds: `:id<sku>`.
///
/// A constraint or a list alone decides which text fits, so that matching stays pure. A value may
/// be made from the text when it is read.
public struct CustomParameterType: Sendable {
  /// The condition that decides whether text fits.
  public enum Condition: Hashable, Sendable {
    /// A constraint on the whole value.
    case constraint(Constraint)
    /// One of a list.
    case choice([String])
  }

  /// The name, as it stands between `<` and `>`.
  public let name: String
  /// The condition that decides whether text fits.
  public let condition: Condition
  /// Makes a value from text that fits; `nil` keeps the text.
  public let parse: (@Sendable (String) -> (any Sendable)?)?
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
  /// Whether both have the same name and let the same texts in.
  public static func == (left: CustomParameterType, right: CustomParameterType) -> Bool {
    left.name == right.name && left.condition == right.condition
  }

  /// Hashes name and condition.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(condition)
  }
}
