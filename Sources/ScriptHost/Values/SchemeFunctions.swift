import LuaRuntime
import Moonroute

/// The functions that are asked when an open fails: of a scheme, and of all others.
struct SchemeFunctions {
  private var functions: [String?: LuaFunction] = [:]

  /// Sets the function of a scheme, or of all schemes without one of their own.
  mutating func set(_ function: LuaFunction, for scheme: String?) {
    functions[scheme?.lowercased()] = function
  }

  /// One handler that asks the function of the open's scheme.
  ///
  /// - Parameters:
  ///   - scheme: Tells the scheme of an open.
  ///   - other: Asked when there is neither a function of that scheme nor one for all.
  ///   - handler: Makes the handler of a function.
  /// - Returns: The handler.
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
