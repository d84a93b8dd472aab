import LuaRuntime
import RoutePatterns

/// The functions that a script defined for a parameter type.
struct ScriptType {
  /// Converts a text to a value.
  let parse: LuaFunction?

  /// Converts a value to a text.
  let format: LuaFunction?
}
