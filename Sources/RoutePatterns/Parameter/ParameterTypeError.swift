/// Why a type cannot be added.
public enum ParameterTypeError: Error, Hashable, Sendable {
  /// The name holds more than letters, digits and `_`, or nothing.
  case badName(String)
  /// There is a type of this name already.
  case taken(String)
  /// The list of values is empty, or holds an empty one.
  case emptyChoice(String)
}

extension ParameterTypeError: CustomStringConvertible {
  /// The type, the mistake, and what to do.
  public var description: String {
    switch self {
    case .badName(let name): "'\(name)' is no name of a type. Write letters, digits or '_'."
    case .taken(let name): "The type '\(name)' exists already. Choose another name."
    case .emptyChoice(let name): "The type '\(name)' has an empty value. List the values it takes."
    }
  }
}
