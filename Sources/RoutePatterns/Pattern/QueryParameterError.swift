/// The reason why the type of a query item is invalid.
package enum QueryParameterError: Error, Hashable, Sendable {
  /// The item has no name.
  case unnamed(type: String)
  /// No type has this name.
  case unknownType(name: String, type: String, nearest: [String])
  /// The text is not a type.
  case badType(name: String, type: String)
}

extension QueryParameterError: CustomStringConvertible {
  /// The item, the mistake, and the correction.
  package var description: String {
    switch self {
    case .unnamed(let type): "'\(type)' in the query has no name. Write name = '\(type)'."
    case .unknownType(let name, let type, let nearest):
      "'\(name)' in the query has the unknown type '\(type)'."
        + (nearest.first.map { " Did you mean '\($0)'?" } ?? Self.advice)
    case .badType(let name, let type):
      "'\(type)' is not a type for '\(name)' in the query." + Self.advice
    }
  }

  private static let advice =
    " Write 'string', 'int' or another parameter type. Add '?' if the item is optional,"
    + " or '[]' if it has several values."
}

/// The reason why a query lacks a value that a route expects.
package enum QueryValueError: Error, Hashable, Sendable {
  /// A required item is missing.
  case missing(name: String, expected: String)
  /// The text does not match the type.
  case wrongType(name: String, expected: String, value: String)

  /// The mistake and the correction, for locations of a pattern.
  package func message(for pattern: String) -> String {
    switch self {
    case .missing(let name, let expected):
      "'\(pattern)' needs '\(name)' in its query: \(expected). Write '?\(name)=…'."
    case .wrongType(let name, let expected, let value):
      "'\(pattern)' cannot take '\(value)' for '\(name)' in its query. Give \(expected)."
    }
  }
}
