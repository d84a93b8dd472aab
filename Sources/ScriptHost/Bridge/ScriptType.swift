import LuaRuntime
import RoutePatterns

/// The functions that a script gave for a type of parameters.
struct ScriptType {
  /// Makes the value of a text.
  let parse: LuaFunction?

  /// Makes the text of a value.
  let format: LuaFunction?
}
