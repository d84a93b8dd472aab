import LuaRuntime
import Moonroute
import RoutePatterns

extension Generation {
  /// A script's function as a decision.
  ///
  /// Called with its own route's state and the leaf's.
  ///
  /// - Parameters:
  ///   - function: The function.
  ///   - allowsNil: Whether an explicit `nil` means "go on"; elsewhere it is a mistake.
  /// - Returns: A handler that runs the function.
  func decision(_ function: LuaFunction, allowsNil: Bool) -> Handler<RouteState, Decision> {
    let site = SourceSite(function.definedAt)
    return .eventual { [self] state in
      let arguments = try [
        self.lua(state), state.isLeaf ? self.lua(state) : self.lua(state.target),
      ]
      return try begin(function, arguments) { [self] values in
        try decision(values, allowsNil: allowsNil, site: site)
      }
    }
  }

  /// What a decision's values mean.
  func decision(
    _ values: [LuaValue],
    allowsNil: Bool,
    site: SourceSite?
  ) throws(RouterError) -> Decision {
    guard let answer = values.first else { return .proceed }
    switch answer {
    case .boolean(true): return .proceed
    case .boolean(false): return .stop(reason: values.count > 1 ? values[1].reason : nil)
    case .nil where allowsNil: return .proceed
    case .nil: throw .mistake("answered nil; return true or false", at: site)
    case .string(let text): return .goTo(text)
    case .object(let object):
      if let location = object.payload as? Location { return .go(location) }
      if let rewrite = object.payload as? Rewrite { return .rewrite(rewrite) }
      throw .mistake("answered \(object.type.name); \(RouterError.answers)", at: site)
    default: throw .mistake("answered a \(answer.typeName); \(RouterError.answers)", at: site)
    }
  }

  /// A field of a definition that decides: a function, a location, or a list of these.
  ///
  /// - Returns: The steps, empty after a mistake.
  func redirects(_ reader: inout FieldReader, _ field: String) -> [Route.Redirect] {
    let value = reader[field]
    if case .table(let list) = value, list.fields.isEmpty {
      return list.array.compactMap { redirect($0, &reader, field) }
    }
    return value.isNil ? [] : [redirect(value, &reader, field)].compactMap { $0 }
  }

  private func redirect(
    _ value: LuaValue,
    _ reader: inout FieldReader,
    _ field: String
  ) -> Route.Redirect? {
    if let redirect = redirect(value) { return redirect }
    reader.expect("a function, a location or a list of these", in: field, got: value)
    return nil
  }

  /// One step that decides, or `nil` when the value is none.
  func redirect(_ value: LuaValue, allowsNil: Bool = true) -> Route.Redirect? {
    switch value {
    case .function(let function): .decided(decision(function, allowsNil: allowsNil))
    case .string(let text): .fixed(text)
    case .object(let object): (object.payload as? Location).map { .fixed($0.description) }
    default: nil
    }
  }

  /// A script's function that answers what to show in place of a failed open.
  func substitute<Input>(
    _ function: LuaFunction,
    _ argument: @escaping (Generation, Input) throws -> LuaValue
  ) -> Handler<Input, Substitute?> {
    let site = SourceSite(function.definedAt)
    return .eventual { [self] input in
      try begin(function, [try argument(self, input)]) { [self] values in
        try substitute(values, site: site)
      }
    }
  }

  private func substitute(
    _ values: [LuaValue],
    site: SourceSite?
  ) throws(RouterError) -> Substitute? {
    switch values.first ?? .nil {
    case .nil, .boolean(false): return nil
    case .string(let text): return .text(text)
    case .object(let object):
      if let location = object.payload as? Location { return .location(location) }
      if let screen = object.payload as? ScriptScreen { return .screen(current(screen)) }
    default: break
    }
    throw .mistake("must answer a location, a screen or nothing", at: site)
  }
}

extension RouterError {
  /// What a decision may answer, in words.
  static let answers = "return nothing, true, false with a reason, or a location"

  /// A script that does not do what is asked of it.
  static func mistake(_ message: String, at site: SourceSite?) -> RouterError {
    RouterError(.scriptError, message, at: site)
  }
}

extension RouteState {
  /// Whether the state is the leaf's own.
  var isLeaf: Bool { route === leaf }
}

extension LuaValue {
  /// The text of a reason, or `nil` without one.
  fileprivate var reason: String? { isNil ? nil : display }
}
