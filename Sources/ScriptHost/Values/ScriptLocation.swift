import LuaRuntime
import RoutePatterns

struct ScriptLocation {
  let location: Location

  var keepsQuery = false
}

extension LuaValue {
  /// The location of an object, or `nil` for any other value.
  var location: Location? { object?.location }
}

extension LuaObject {
  /// The location of the object, or `nil` for an object of another class.
  var location: Location? { (payload as? ScriptLocation)?.location }
}
