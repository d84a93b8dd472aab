import LuaRuntime
public import Moonroute
import RoutePatterns

extension ScriptHost {
  /// Formats a route's parameters or query items with the types of the scripts.
  ///
  /// A text that matches its type is converted by the type's `parse`, as in a link; any other text
  /// is used as the value itself. The type's `format` converts the value back to text.
  ///
  /// - Parameters:
  ///   - texts: Names and texts as a person wrote them.
  ///   - name: The route's name.
  ///   - areQuery: Whether they are items of the query. Default: they are parameters.
  /// - Returns: The same names in the same order.
  /// - Throws: The error of a type's function for text that does not match.
  public func formatted(
    _ texts: [(name: String, text: String)],
    of name: String,
    areQuery: Bool = false
  ) async throws(RouterError) -> [(name: String, text: String)] {
    try await router.perform { application async throws(RouterError) in
      guard let generation = self.engine(in: application).generation else { return texts }
      let rules = generation.router.rules
      try rules.prepare(named: name)
      guard let route = rules.directory.index.route(named: name) else { return texts }
      let parameters = route.pattern.parameters.map { ($0.name, $0.type) }
      let types = areQuery ? route.query.map { ($0.name, $0.type) } : parameters
      var formatted: [(name: String, text: String)] = []
      for (name, text) in texts {
        guard let type = types.first(where: { $0.0 == name })?.1 else {
          formatted.append((name, text))
          continue
        }
        formatted.append((name, try await generation.formatted(text, name, type)))
      }
      return formatted
    }
  }
}

extension Generation {
  fileprivate func formatted(
    _ text: String,
    _ parameter: String,
    _ type: ParameterType
  ) async throws(RouterError) -> String {
    guard case .custom(let custom) = type, let functions = bridge.scriptType(of: type),
      let format = functions.format, let write = library.types["text"].function
    else { return text }
    let fits = type.accepts(text)
    do {
      var value = LuaValue.string(text)
      let name = LuaValue.string(parameter)
      if fits, let parse = functions.parse { value = try await call(parse, [value, name]) }
      return try await call(write, [.string(custom.name), .function(format), name, value]).display
    } catch {
      if fits { return text }
      throw (error as? RouterError) ?? RouterError(LuaError.raisable(error))
    }
  }

  private func call(_ function: LuaFunction, _ arguments: [LuaValue]) async throws -> LuaValue {
    switch try calls.begin(function, arguments, { $0.first ?? .nil }) {
    case .now(let answer): answer
    case .later(let rest): try await rest()
    }
  }
}
