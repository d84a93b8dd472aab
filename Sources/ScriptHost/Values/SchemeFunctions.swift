import LuaRuntime
import Moonroute

/// The functions that are called when an open fails: for one scheme, or for all others.
struct SchemeFunctions {
  private var functions: [String?: LuaFunction] = [:]

  /// Sets the function of a scheme, or of all schemes without their own.
  mutating func set(_ function: LuaFunction, for scheme: String?) {
    functions[scheme?.lowercased()] = function
  }

  /// A handler that calls the function of the open's scheme.
  ///
  /// - Parameters:
  ///   - scheme: Returns the scheme of an open.
  ///   - other: Called if the scheme has no function, and all schemes have none either.
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
