/// The reason why parameters do not make a location of a pattern.
public enum ParameterError: Error, Hashable, Sendable {
  /// The pattern requires a value for this name.
  case missing(name: String, pattern: String)
  /// The pattern has no parameter with this name; `known` lists its parameters.
  case unknown(name: String, pattern: String, known: [String])
  /// The value does not match the type in the pattern.
  case wrongType(name: String, pattern: String, expected: String, value: String)
  /// The location would return a different value.
  case notReturned(name: String, pattern: String, value: String)
  /// The location exceeds the budget of a look-up.
  case tooManySteps(pattern: String)
  /// The pattern has a catch-all segment without a name, which cannot receive a value.
  case unnamed(pattern: String)
}

extension ParameterError: CustomStringConvertible {
  /// The pattern, the parameter, and the correction.
  public var description: String {
    switch self {
    case .missing(let name, let pattern):
      "'\(pattern)' has no value for its parameter '\(name)'. Give one."
    case .unknown(let name, let pattern, let known) where known.isEmpty:
      "'\(pattern)' has no parameter '\(name)'. It takes none."
    case .unknown(let name, let pattern, let known):
      "'\(pattern)' has no parameter '\(name)'. It takes \(known.joined(separator: ", "))."
    case .wrongType(let name, let pattern, let expected, let value):
      "'\(pattern)' cannot take '\(value)' for its parameter '\(name)'. Give \(expected)."
    case .notReturned(let name, let pattern, let value):
      "'\(pattern)' would not return '\(value)' for its parameter '\(name)'. Give other text."
    case .tooManySteps(let pattern):
      "'\(pattern)' needs too many steps to match these values. Shorten them."
    case .unnamed(let pattern):
      "'\(pattern)' has a '*' without a name, so it cannot make a location. Write '*name'."
    }
  }
}

/// The reason why a type cannot be added.
public enum ParameterTypeError: Error, Hashable, Sendable {
  /// The name is empty or contains other characters than letters, digits and `_`.
  case badName(String)
  /// A type with this name already exists.
  case taken(String)
  /// The list of values is empty, or contains an empty value.
  case emptyChoice(String)
  /// A sample does not match the type.
  case badSample(String, sample: String)
  /// The type has more samples than the limit.
  case manySamples(String, count: Int)
}

extension ParameterTypeError: CustomStringConvertible {
  /// The type, the mistake, and the correction.
  public var description: String {
    switch self {
    case .badName(let name): "'\(name)' is not a valid type name. Use letters, digits and '_'."
    case .taken(let name): "The type '\(name)' already exists. Choose another name."
    case .emptyChoice(let name): "The type '\(name)' has an empty value. List its values."
    case .badSample(let name, let sample):
      "The sample '\(sample)' does not match the type '\(name)'. Use values that 'match' accepts."
    case .manySamples(let name, let count):
      "The type '\(name)' has \(count) samples. Give at most \(ParameterTypes.sampleLimit)."
    }
  }
}
