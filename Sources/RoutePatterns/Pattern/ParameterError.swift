/// The reason why parameters do not make a location of a pattern.
public struct ParameterError: Error, Hashable, Sendable {
  /// The mistake and its details.
  package enum Reason: Hashable, Sendable {
    /// The pattern requires a value for this name.
    case missing(name: String)
    /// The pattern has no parameter with this name; `known` lists its parameters.
    case unknown(name: String, known: [String])
    /// The value does not match the type in the pattern.
    case wrongType(name: String, expected: String, value: String)
    /// The location would return a different value.
    case notReturned(name: String, value: String)
    /// The location exceeds the budget of a look-up.
    case tooManySteps
    /// The pattern has a catch-all segment without a name, which cannot receive a value.
    case unnamed
  }

  /// The mistake.
  package let reason: Reason

  let pattern: String

  package init(_ reason: Reason, pattern: RoutePattern) {
    self.reason = reason
    self.pattern = pattern.text
  }
}

extension ParameterError: CustomStringConvertible {
  /// The pattern, the parameter, and the correction.
  public var description: String {
    switch reason {
    case .missing(let name):
      "'\(pattern)' has no value for its parameter '\(name)'. Give one."
    case .unknown(let name, let known) where known.isEmpty:
      "'\(pattern)' has no parameter '\(name)'. It takes none."
    case .unknown(let name, let known):
      "'\(pattern)' has no parameter '\(name)'. It takes \(known.joined(separator: ", "))."
    case .wrongType(let name, let expected, let value):
      "'\(pattern)' cannot take '\(value)' for its parameter '\(name)'. Give \(expected)."
    case .notReturned(let name, let value):
      "'\(pattern)' would not return '\(value)' for its parameter '\(name)'. Give other text."
    case .tooManySteps:
      "'\(pattern)' needs too many steps to match these values. Shorten them."
    case .unnamed:
      "'\(pattern)' has a '*' without a name, so it cannot make a location. Write '*name'."
    }
  }
}

/// The reason why a type cannot be added.
public struct ParameterTypeError: Error, Hashable, Sendable {
  /// The mistake and its details.
  package enum Reason: Hashable, Sendable {
    /// The name is empty or contains other characters than letters, digits and `_`.
    case badName
    /// A type with this name already exists.
    case taken
    /// The list of values is empty, or contains an empty value.
    case emptyChoice
    /// A sample does not match the type.
    case badSample(String)
    /// The type has more samples than the limit.
    case manySamples(count: Int)
  }

  /// The mistake.
  package let reason: Reason

  let name: String

  init(_ reason: Reason, name: String) {
    self.reason = reason
    self.name = name
  }
}

extension ParameterTypeError: CustomStringConvertible {
  /// The type, the mistake, and the correction.
  public var description: String {
    switch reason {
    case .badName: "'\(name)' is not a valid type name. Use letters, digits and '_'."
    case .taken: "The type '\(name)' already exists. Choose another name."
    case .emptyChoice: "The type '\(name)' has an empty value. List its values."
    case .badSample(let sample):
      "The sample '\(sample)' does not match the type '\(name)'. Use values that 'match' accepts."
    case .manySamples(let count):
      "The type '\(name)' has \(count) samples. Give at most \(ParameterTypes.sampleLimit)."
    }
  }
}
