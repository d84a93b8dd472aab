/// Why the type of a query item cannot be read.
public enum QueryParameterError: Error, Hashable, Sendable {
  /// The item has no name.
  case unnamed(type: String)
  /// There is no type of this name.
  case unknownType(name: String, type: String, nearest: [String])
  /// The text is no type.
  case badType(name: String, type: String)
}

extension QueryParameterError: CustomStringConvertible {
  /// The item, the mistake, and what to do.
  public var description: String {
    switch self {
    case .unnamed(let type): "'\(type)' in the query has no name. Write name = '\(type)'."
    case .unknownType(let name, let type, let nearest):
      "'\(name)' of the query has the unknown type '\(type)'."
        + (nearest.first.map { " Did you mean '\($0)'?" } ?? Self.advice)
    case .badType(let name, let type):
      "'\(type)' is no type for '\(name)' of the query." + Self.advice
    }
  }

  private static let advice =
    " Write 'string', 'int' or another type of parameters; '?' behind it allows it to be missing,"
    + " '[]' takes several."
}

/// Why a query does not have what a route wants in it.
public enum QueryValueError: Error, Hashable, Sendable {
  /// A required item is missing.
  case missing(name: String, expected: String)
  /// The text does not fit the type.
  case wrongType(name: String, expected: String, value: String)

  /// The mistake and what to do, for locations of a pattern.
  public func message(for pattern: String) -> String {
    switch self {
    case .missing(let name, let expected):
      "'\(pattern)' needs '\(name)' in its query: \(expected). Write '?\(name)=…'."
    case .wrongType(let name, let expected, let value):
      "'\(pattern)' cannot take '\(value)' for '\(name)' of its query. Give \(expected)."
    }
  }
}
