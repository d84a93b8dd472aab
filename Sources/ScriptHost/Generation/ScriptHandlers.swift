import LuaRuntime
import Moonroute
import RoutePatterns

/// Converts functions of the scripts into handlers that the rules call.
///
/// Every handler retains the generation: it lives as long as rules that may call it.
struct ScriptHandlers {
  unowned let generation: Generation

  /// Converts a function into a decision, called with the state of its own route and of the leaf.
  ///
  /// A function with a `guardName` must return a result.
  func decision(
    _ function: LuaFunction,
    ofGuard guardName: String?
  ) -> Handler<RouteState, Decision> {
    let decision = ScriptDecision(generation: generation, function: function, guardName: guardName)
    return .eventual { state in try decision.ask(state) }
  }

  /// The steps of a field: a function, a location, or a list of these.
  func redirects(_ reader: inout FieldReader, _ field: String) -> [LinkRoute.Redirect] {
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
  ) -> LinkRoute.Redirect? {
    if let redirect = redirect(value) { return redirect }
    reader.expect("a function, a location or a list of these", in: field, got: value)
    return nil
  }

  /// One step with a decision, or `nil` if the value is not one.
  func redirect(_ value: LuaValue, ofGuard guardName: String? = nil) -> LinkRoute.Redirect? {
    switch value {
    case .function(let function):
      .decided(
        decision(function, ofGuard: guardName),
        at: SourceSite(function.definedAt)
      )
    case .string(let text): .fixed(text)
    case .object(let object): (object.payload as? ScriptLocation).map(Self.redirect)
    default: nil
    }
  }

  private static func redirect(_ target: ScriptLocation) -> LinkRoute.Redirect {
    let location = target.location
    return target.keepsQuery
      ? .decided(.immediate { _ in .open(location, keepingQuery: true) })
      : .fixed(location.description)
  }

  /// A script's function that returns a replacement for a failed open.
  func substitute<Input>(
    _ function: LuaFunction,
    _ argument: @escaping (LuaBridge, Input) throws -> LuaValue
  ) -> Handler<Input, Substitute?> {
    let generation = generation
    return .eventual { input in
      try generation.calls.begin(function, [try argument(generation.bridge, input)]) { values in
        try Self.substitute(values, function, generation)
      }
    }
  }

  private static func substitute(
    _ values: [LuaValue],
    _ function: LuaFunction,
    _ generation: Generation
  ) throws(RouterError) -> Substitute? {
    switch values.first ?? .nil {
    case .nil, .boolean(false): return nil
    case .string(let text): return .text(text)
    case .object(let object):
      if let location = object.location { return .location(location) }
      if let screen = object.payload as? ScriptScreen {
        return .screen(generation.bridge.current(screen))
      }
    default: break
    }
    throw .mistake(
      "must return a location, a screen or nothing",
      by: function,
      in: generation.sources
    )
  }

  /// Sets the function for unmatched locations, for one scheme or for all without their own.
  func setUnmatched(_ function: LuaFunction, scheme: String?) {
    let registrar = generation.registrar
    registrar.unmatched.set(function, for: scheme)
    registrar.scope.rules.unmatched = registrar.unmatched.handler(
      scheme: { $0.location.scheme },
      otherwise: registrar.programUnmatched
    ) { function in
      substitute(function) { bridge, state in try bridge.lua(state) }
    }
  }

  /// Sets the function for failed opens, for one scheme or for all without their own.
  func setOnError(_ function: LuaFunction, scheme: String?) {
    let registrar = generation.registrar
    registrar.onError.set(function, for: scheme)
    registrar.scope.rules.onError = registrar.onError.handler(
      scheme: { $0.location?.scheme },
      otherwise: registrar.programOnError
    ) { function in
      substitute(function) { bridge, outcome in try bridge.lua(outcome) }
    }
  }
}

extension RouterError {
  static let answers = "return nothing, true, false with a reason, or a location"

  /// Places the error at the only `return` that can have caused it, otherwise at the function.
  static func mistake(
    _ message: String,
    by function: LuaFunction,
    answering kind: LuaReturn.Kind = .value,
    in texts: ScriptTexts
  ) -> RouterError {
    RouterError(.scriptError, message, at: texts.site(of: function, answering: kind))
  }
}

extension RouteState {
  var isLeaf: Bool { route === leaf }
}
