import LuaRuntime
import RoutePatterns

/// What a script said about a type of parameters, beside what fits.
struct ScriptType {
  /// Makes the value of a text.
  let parse: LuaFunction?

  /// Makes the text of a value.
  let format: LuaFunction?
}

extension Generation {
  /// What a script said about the type of a parameter, or `nil` for other types.
  func scriptType(of parameter: RouteParameter) -> ScriptType? {
    guard case .custom(let type) = parameter.type else { return nil }
    return types[type.name]
  }
}
