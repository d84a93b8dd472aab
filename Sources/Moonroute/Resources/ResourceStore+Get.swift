package import RoutePatterns

extension ResourceStore {
  /// Reads a resource.
  ///
  /// - Parameters:
  ///   - key: A location, a name, or a pattern if there are parameters.
  ///   - type: The requested type; an optional type also accepts an absent value.
  ///   - params: A value for each parameter of the pattern.
  ///   - extra: The extra in the state that the resource's function receives.
  /// - Returns: The value.
  /// - Throws: `not_found` or `unknown_name` with the nearest names, `bad_location`, `match_limit`,
  ///   an error of a parameter, `value_type`, or the error of the function.
  package func get<Answer>(
    _ key: String,
    as type: Answer.Type = Answer.self,
    params: [String: ParameterValue] = [:],
    extra: Value = .null
  ) async throws -> Answer {
    let value = try await value(key, params: params, extra: extra)
    if let answer = value.cast(to: type) { return answer }
    throw RouterError.valueType(of: key, expected: "\(type)", actual: value.typeName)
  }

  /// Reads a resource without a conversion.
  ///
  /// - Parameters:
  ///   - key: A location, a name, or a pattern if there are parameters.
  ///   - params: A value for each parameter of the pattern.
  ///   - extra: The extra in the state that the resource's function receives.
  /// - Returns: The value.
  /// - Throws: The errors of ``get(_:as:params:extra:)``, except `value_type`.
  package func value(
    _ key: String,
    params: [String: ParameterValue] = [:],
    extra: Value = .null
  ) async throws -> Value {
    let request = StoreRequest(key, params: params, extra: extra)
    let found = try find(request, with: scripts, environment.context())
    switch found.content {
    case .constant(let value): return value
    case .made(let handler), .script(let handler, _):
      return try await handler.answer(found.state)
    }
  }

  /// Whether a resource exists.
  ///
  /// - Parameter key: A location, a name, or a pattern.
  /// - Returns: Also `false` for a text that is not a location.
  package func has(_ key: String) -> Bool { has(key, with: scripts, environment.context()) }

  package func has(
    _ key: String,
    with scripts: ResourceScope,
    _ context: PatternContext
  ) -> Bool {
    (try? entry(of: key, with: scripts, context)) != nil
  }

  /// The content for a request, the state for its function, and the cached representation if the
  /// resource is the program's.
  package func find(
    _ request: StoreRequest,
    with scripts: ResourceScope,
    _ context: PatternContext
  ) throws(RouterError) -> (content: ResourceContent, state: RouteState, form: ResourceFormSlot?) {
    uses.publish(ResourceUse(action: .get, key: request.key))
    let location = try location(of: request, with: scripts, context)
    guard let (entry, match) = try best(location, with: scripts) else {
      throw .noResource(location, nearest: nearest(to: location, with: scripts))
    }
    let state = RouteState(
      of: entry.route,
      match: match,
      location: location,
      extra: request.extra,
      redirectedFrom: nil,
      source: nil
    )
    return (entry.current, state, isProgram(entry) ? entry.programForm : nil)
  }

  /// The resource for a key: a name, a pattern as written, or a location.
  func entry(
    of key: String,
    with scripts: ResourceScope,
    _ context: PatternContext
  ) throws(RouterError) -> ResourceEntry {
    if let entry = program.entry(pattern: key) ?? scripts.entry(pattern: key) { return entry }
    if !StoreKey.isLocation(key) { return try named(key, with: scripts) }
    let location = try context.location(parsing: key, query: [], relativeTo: environment.base())
    if let (entry, _) = try best(location, with: scripts) { return entry }
    throw .noResource(location, nearest: nearest(to: location, with: scripts))
  }

  /// The pattern that a key with parameters refers to, or `nil` for an unknown name or an invalid
  /// pattern.
  package func pattern(
    of key: String,
    with scripts: ResourceScope,
    _ context: PatternContext
  ) -> RoutePattern? {
    guard StoreKey.isLocation(key) else { return try? named(key, with: scripts).pattern }
    return try? context.pattern(key)
  }

  private func location(
    of request: StoreRequest,
    with scripts: ResourceScope,
    _ context: PatternContext
  ) throws(RouterError) -> Location {
    try context.location(of: request, relativeTo: environment.base) {
      name throws(RouterError) in try named(name, with: scripts).pattern
    }
  }

  private func named(
    _ name: String,
    with scripts: ResourceScope
  ) throws(RouterError) -> ResourceEntry {
    if let entry = program.entry(named: name) ?? scripts.entry(named: name) { return entry }
    let names = (program.entries + scripts.entries).compactMap(\.name)
    throw .unknownResource(name, among: names.sorted())
  }

  /// The resource for a location: the more specific one, or the program's if both are equal.
  private func best(
    _ location: Location,
    with scripts: ResourceScope
  ) throws(RouterError) -> (entry: ResourceEntry, match: RouteMatch)? {
    let own = try program.found(location)
    guard let theirs = try scripts.found(location) else { return own.map { ($0.item, $0.match) } }
    guard let own, !theirs.item.entry.outranks(own.item.entry) else {
      return (theirs.item, theirs.match)
    }
    return (own.item, own.match)
  }

  private func nearest(to location: Location, with scripts: ResourceScope) -> [String] {
    let patterns = (program.entries + scripts.entries).map(\.pattern)
    return RouteIndex.nearest(to: location, among: patterns)
  }
}
