import LuaRuntime
import RoutePatterns

/// The functions that a script gave for a type of parameters.
struct ScriptType {
  /// Makes the value of a text.
  let parse: LuaFunction?

  /// Makes the text of a value.
  let format: LuaFunction?
}

extension Generation {
  /// The functions that a script gave for the type of a parameter, or `nil` for other types.
  func scriptType(of parameter: RouteParameter) -> ScriptType? {
    guard case .custom(let type) = parameter.type else { return nil }
    return types[type.name]
  }
}
