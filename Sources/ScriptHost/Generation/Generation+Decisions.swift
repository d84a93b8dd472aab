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
    .eventual { [self] state in
      let parameterCount = function.parameterCount ?? 2
      guard parameterCount > 0 else {
        return try decision(self.state.decide(function), allowsNil, function)
      }
      let record = try record(of: state)
      let target = parameterCount > 1 && !state.isLeaf ? try self.record(of: state.target) : record
      return try decision(self.state.decide(function, record, target: target), allowsNil, function)
    }
  }

  /// The decision of an answer, now or once the function has returned.
  private func decision(
    _ answer: LuaDecision,
    _ allowsNil: Bool,
    _ function: LuaFunction
  ) throws -> Eventual<Decision> {
    switch answer {
    case .nothing, .yes: return .now(.proceed)
    case .explicitNil where allowsNil: return .now(.proceed)
    case .explicitNil: throw RouterError.mistake("answered nil; return true or false", by: function)
    case .no(let reason): return .now(.stop(reason: reason))
    case .text(let text):
      if text.isLarge { try reserve(forAnswer: 2 * text.hostBytes) }
      return .now(.goTo(text))
    case .object(let object): return .now(try decision(object, function))
    case .other(let name):
      throw RouterError.mistake("answered a \(name); \(RouterError.answers)", by: function)
    case .failed(let error): throw explained(error)
    case .suspended(let task):
      let step = state.begun(.suspended(task))
      guard case .suspended(let next) = step else {
        return try decision(LuaDecision(step), allowsNil, function)
      }
      return .later {
        // Without a list of captures, as in `begin`.
        let values = LuaStep.finished(try await self.finish(next))
        let answer = try self.decision(LuaDecision(values), allowsNil, function)
        guard case .now(let decision) = answer else { return .stop() }
        return decision
      }
    }
  }

  private func decision(
    _ object: LuaObject,
    _ function: LuaFunction
  ) throws(RouterError) -> Decision {
    switch object.payload {
    case let target as ScriptLocation:
      if target.location.byteCount >= String.largeBytes {
        try reserve(forAnswer: target.location.hostBytes)
      }
      return target.keepsQuery ? .goKeepingQuery(target.location) : .go(target.location)
    case let rewrite as Rewrite:
      try reserve(forAnswer: rewrite.extra?.hostBytes ?? 0)
      return .rewrite(rewrite)
    default: throw .mistake("answered \(object.type.name); \(RouterError.answers)", by: function)
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
    guard !value.isNil, let redirect = redirect(value, &reader, field) else { return [] }
    return [redirect]
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
    case .object(let object): (object.payload as? ScriptLocation).map(Self.redirect)
    default: nil
    }
  }

  private static func redirect(_ target: ScriptLocation) -> Route.Redirect {
    let location = target.location
    return target.keepsQuery
      ? .decided(.immediate { _ in .goKeepingQuery(location) }) : .fixed(location.description)
  }

  /// A script's function that answers what to show in place of a failed open.
  func substitute<Input>(
    _ function: LuaFunction,
    _ argument: @escaping (Generation, Input) throws -> LuaValue
  ) -> Handler<Input, Substitute?> {
    .eventual { [self] input in
      try begin(function, [try argument(self, input)]) { [self] values in
        try substitute(values, function)
      }
    }
  }

  private func substitute(
    _ values: [LuaValue],
    _ function: LuaFunction
  ) throws(RouterError) -> Substitute? {
    switch values.first ?? .nil {
    case .nil, .boolean(false): return nil
    case .string(let text): return .text(text)
    case .object(let object):
      if let location = object.location { return .location(location) }
      if let screen = object.payload as? ScriptScreen { return .screen(current(screen)) }
    default: break
    }
    throw .mistake("must answer a location, a screen or nothing", by: function)
  }
}

extension RouterError {
  /// The possible answers of a decision, in words.
  static let answers = "return nothing, true, false with a reason, or a location"

  /// A function of a script that does not do what is asked of it.
  static func mistake(_ message: String, by function: LuaFunction) -> RouterError {
    RouterError(.scriptError, message, at: SourceSite(function.definedAt))
  }
}

extension RouteState {
  /// Whether the state is the leaf's own.
  var isLeaf: Bool { route === leaf }
}
