import LuaRuntime
import Moonroute

/// The functions that are called when an open fails: for one scheme, or for all others.
struct SchemeFunctions {
  private var functions: [String?: LuaFunction] = [:]

  mutating func set(_ function: LuaFunction, for scheme: String?) {
    functions[scheme?.lowercased()] = function
  }

  /// Calls the function of the open's scheme, otherwise the function of all schemes, or `other`.
  func handler<Input>(
    scheme: @escaping (Input) -> String?,
    otherwise other: Handler<Input, Substitute?>?,
    _ handler: (LuaFunction) -> Handler<Input, Substitute?>
  ) -> Handler<Input, Substitute?> {
    let handlers = functions.mapValues(handler)
    return .eventual { input in
      try (handlers[scheme(input)] ?? handlers[nil] ?? other)?.begin(input) ?? .now(nil)
    }
  }
}
