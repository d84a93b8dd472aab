/// Why parameters do not make a location of a pattern.
public enum ParameterError: Error, Hashable, Sendable {
  /// The pattern needs a value for this name.
  case missing(name: String, pattern: String)
  /// The pattern has no parameter of this name; its own names follow.
  case unknown(name: String, pattern: String, known: [String])
  /// The value does not fit the type that the pattern asks for.
  case wrongType(name: String, pattern: String, expected: String, value: String)
  /// The location would give back another value.
  case notReturned(name: String, pattern: String, value: String)
  /// The location takes too many steps to look up.
  case tooManySteps(pattern: String)
  /// The pattern has a catch-all segment without a name, which nothing can fill.
  case unnamed(pattern: String)
}

extension ParameterError: CustomStringConvertible {
  /// The pattern, the parameter, and what to do.
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
      "'\(pattern)' would not give '\(value)' back for its parameter '\(name)'. Give other text."
    case .tooManySteps(let pattern):
      "'\(pattern)' takes too many steps to look up with these values. Shorten them."
    case .unnamed(let pattern):
      "'\(pattern)' has a '*' without a name, so no location can be made. Write '*name'."
    }
  }
}

/// Why a type cannot be added.
public enum ParameterTypeError: Error, Hashable, Sendable {
  /// The name holds more than letters, digits and `_`, or nothing.
  case badName(String)
  /// There is a type of this name already.
  case taken(String)
  /// The list of values is empty, or holds an empty one.
  case emptyChoice(String)
  /// A value that is to be tried does not fit.
  case badSample(String, sample: String)
  /// There are more values to be tried than are worth it.
  case manySamples(String, count: Int)
}

extension ParameterTypeError: CustomStringConvertible {
  /// The type, the mistake, and what to do.
  public var description: String {
    switch self {
    case .badName(let name): "'\(name)' is no name of a type. Write letters, digits or '_'."
    case .taken(let name): "The type '\(name)' exists already. Choose another name."
    case .emptyChoice(let name): "The type '\(name)' has an empty value. List the values it takes."
    case .badSample(let name, let sample):
      "The sample '\(sample)' does not fit the type '\(name)'. Give values that 'match' lets in."
    case .manySamples(let name, let count):
      "The type '\(name)' has \(count) samples. Give at most \(ParameterTypes.sampleLimit)."
    }
  }
}
