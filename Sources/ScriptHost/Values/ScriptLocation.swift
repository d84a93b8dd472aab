import LuaRuntime
import RoutePatterns

struct ScriptLocation {
  let location: Location

  /// Whether an open that is sent there keeps its query.
  var keepsQuery = false
}

extension LuaValue {
  /// The location behind an object, or `nil` for anything else.
  var location: Location? { object?.location }
}

extension LuaObject {
  /// The location of the object, or `nil` for one of another class.
  var location: Location? { (payload as? ScriptLocation)?.location }
}
