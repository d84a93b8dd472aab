import LuaRuntime
import RoutePatterns

struct ScriptLocation {
  let location: Location

  var keepsQuery = false
}

extension LuaValue {
  var location: Location? { object?.location }
}

extension LuaObject {
  var location: Location? { (payload as? ScriptLocation)?.location }
}
