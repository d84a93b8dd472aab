import LuaRuntime
import RoutePatterns

/// The functions that a script defined for a parameter type.
struct ScriptType {
  let parse: LuaFunction?

  let format: LuaFunction?
}
