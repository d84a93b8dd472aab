import LuaRuntime
import Moonroute
import RoutePatterns

extension RouterModule {
  static let toOptions = ["fragment", "host", "keep_query", "scheme"]

  func addLocations(to module: inout ModuleTable) throws(LuaError) {
    let to = try functions.makeFunction("router.to") { call in [try namedLocation(call)] }
    let finder = try functions.makeFunction("router.to") { call in try formats(call) }
    // Tables are not copied here, since Lua passes values with types to their `format` functions.
    try module.addAnswering(
      "to",
      "(name, params, query, options) → location",
      "Makes the location of a named route; raises an error for an unknown name or an invalid parameter.",
      depth: 0
    ) { call in
      guard bridge.types.values.contains(where: { $0.format != nil }),
        let format = library.types["to"].function
      else { return .call(to, call.arguments) }
      return .call(format, [.function(to), .function(finder)] + call.arguments)
    }
    try addAsking(to: &module, tags: [])
    try module.add(
      "own",
      "(text) → location?",
      "Returns the location of a text if it is one of your own and a route matches it, as `?back=` needs."
    ) { call in
      [try own(call).map { bridge.lua($0) } ?? .nil]
    }
    try module.add(
      "location",
      "(from) → location",
      "Makes a location from text or from its parts; raises an error for an invalid location."
    ) { call in
      if case .table(let parts) = call[0] { return [bridge.lua(try location(parts, call))] }
      return [bridge.lua(try bridge.location(call[0], call, 0))]
    }
  }

  /// The calls that match locations, restricted to tags if any.
  func addAsking(to module: inout ModuleTable, tags: [String]) throws(LuaError) {
    try module.add(
      "match",
      "(location) → match?, problem?",
      "Finds the route of a location; runs no script."
    ) { call in
      try match(call, tags: tags)
    }
    try module.add(
      "can_open",
      "(location) → boolean",
      "Returns whether a route matches a location; runs no script."
    ) { call in
      guard let location = try knownLocation(call) else { return [.boolean(false)] }
      let found = try found(location, tags: tags)
      return [.boolean(found.map { $0.route.queryProblem(of: location) == nil } ?? false)]
    }
  }

  /// The route that a location matches, among the routes with one of the tags, if any.
  private func found(
    _ location: Location,
    tags: [String]
  ) throws(LuaError) -> (route: RouteInfo, match: RouteMatch)? {
    try prepare(for: location)
    let index = bridge.scope.rules.directory.index
    guard !tags.isEmpty else { return index.match(location) }
    return index.matches(location).first { $0.route.tags.contains(where: tags.contains) }
  }

  /// Loads the late parts that may match a location.
  private func prepare(for location: Location) throws(LuaError) {
    try bridge.scope.raising { () throws(RouterError) in
      try bridge.scope.rules.prepare(for: location)
    }
  }

  /// The routes, after loading the late parts that may have a name.
  private func index(knowing name: String) throws(LuaError) -> RouteIndex {
    try bridge.scope.raising { () throws(RouterError) in
      try bridge.scope.rules.prepare(named: name)
    }
    return bridge.scope.rules.directory.index
  }

  /// The location of an argument, or `nil` for an invalid text or an unknown name.
  private func knownLocation(_ call: LuaCall) throws(LuaError) -> Location? {
    do {
      return try bridge.location(call[0], call, 0)
    } catch  where error.code == "bad_location" || error.code == "unknown_name" {
      return nil
    }
  }

  /// The location of an argument if it belongs to the program, otherwise `nil`.
  private func own(_ call: LuaCall) throws(LuaError) -> Location? {
    if call.isAbsent(0) { return nil }
    if let location = call[0].object?.location {
      try prepare(for: location)
      return bridge.scope.rules.directory.index.recognize(location)
    }
    let (text, base) = (try call.string(0), bridge.scope.router.stage.top?.location)
    if StoreKey.isLocation(text),
      let location = try? bridge.scope.rules.location(of: text, relativeTo: base)
    {
      try prepare(for: location)
    }
    return bridge.scope.rules.directory.index.recognize(text, relativeTo: base)
  }

  private func namedLocation(_ call: LuaCall) throws -> LuaValue {
    let name = try call.string(0)
    let index = try index(knowing: name)
    let route = index.route(named: name)
    let params =
      call.isAbsent(1)
      ? [:] : try bridge.parameters(try call.table(1), call, 1) { route?.pattern }
    let query = call.isAbsent(2) ? [] : try bridge.queryItems(try call.table(2), of: route)
    var options = try self.options(call, 3, known: Self.toOptions)
    let fragment = options.text("fragment")
    let scheme = options.text("scheme")
    let host = options.text("host")
    let keepsQuery = options.bool("keep_query") ?? false
    try options.raiseFirst()
    do throws(RouterError) {
      let location = try index.location(
        to: name,
        params: params,
        query: query,
        fragment: fragment,
        scheme: scheme,
        host: host
      )
      return bridge.lua(ScriptLocation(location: location, keepsQuery: keepsQuery))
    } catch {
      throw LuaError.raisable(error)
    }
  }

  /// The types that format a route's parameters and its query items, by name.
  private func formats(_ call: LuaCall) throws -> [LuaValue] {
    let name = try call.string(0)
    let route = try index(knowing: name).route(named: name)
    return [bridge.formats(of: route?.pattern), bridge.formats(of: route?.query ?? [])]
  }

  private func location(_ table: LuaTable, _ call: LuaCall) throws -> Location {
    var reader = FieldReader(table, as: "a location", known: LocationPartsReader.fields)
    let parts = try LocationPartsReader(bridge: bridge).parts(&reader, call, 0)
    do throws(LocationError) {
      return try Location(
        scheme: parts.scheme,
        host: parts.host,
        segments: parts.segments ?? [],
        query: parts.query,
        fragment: parts.fragment,
        rules: bridge.scope.rules.configuration.locationRules
      )
    } catch {
      throw LuaError("bad_location", error.description)
    }
  }

  /// Returns the match, or `nil` and the reason.
  private func match(_ call: LuaCall, tags: [String]) throws -> [LuaValue] {
    let location: Location
    do throws(LuaError) {
      location = try bridge.location(call[0], call, 0)
    } catch {
      guard error.code == "bad_location" else { throw error }
      return [.nil, problem("bad_location", error.message, nearest: [])]
    }
    guard let (route, match) = try found(location, tags: tags) else {
      let error = bridge.scope.rules.directory.index.notFound(location)
      return [.nil, problem(error.code.rawValue, error.message, nearest: error.nearest)]
    }
    if let error = route.queryProblem(of: location) {
      return [.nil, problem(error.code.rawValue, error.message, nearest: [])]
    }
    return [try bridge.lua(match, route: route, location: location)]
  }

  private func problem(_ code: String, _ message: String, nearest: [String]) -> LuaValue {
    var table = LuaTable()
    table["code"] = .string(code)
    table["message"] = .string(message)
    table["nearest"] = .table(LuaTable(nearest.map(LuaValue.string)))
    return .table(table)
  }
}
