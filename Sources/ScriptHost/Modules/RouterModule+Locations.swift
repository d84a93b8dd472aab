import LuaRuntime
import Moonroute
import RoutePatterns

extension RouterModule {
  /// Making locations and asking what they match.
  func addLocations(to module: inout ModuleTable) throws(LuaError) {
    try module.add("to", usage: "router.to(name, params, query, options) → location") { call in
      [generation.lua(try namedLocation(call))]
    }
    try module.add("location", usage: "router.location(text or parts) → location") { call in
      if case .table(let parts) = call[0] { return [generation.lua(try location(parts, call))] }
      return [generation.lua(try generation.location(call[0], call, 0))]
    }
    try module.add("match", usage: "router.match(location) → match or nil, error") { call in
      try match(call)
    }
    try module.add("can_open", usage: "router.can_open(location) → boolean") { call in
      guard let location = try knownLocation(call) else { return [.boolean(false)] }
      return [.boolean(generation.rules.directory.index.match(location) != nil)]
    }
  }

  /// The location of an argument, or `nil` for a text that is none or a name that nobody has.
  private func knownLocation(_ call: LuaCall) throws(LuaError) -> Location? {
    do {
      return try generation.location(call[0], call, 0)
    } catch  where error.code == "bad_location" || error.code == "unknown_name" {
      return nil
    }
  }

  private func namedLocation(_ call: LuaCall) throws -> Location {
    let name = try call.string(0)
    var params: [String: ParameterValue] = [:]
    if !call.isAbsent(1) {
      for field in try call.table(1).fields {
        let key = field.key.string ?? field.key.value.display
        guard let value = ParameterValue(field.value) else {
          throw call.argumentError(1, "'\(key)' cannot be a \(field.value.typeName)")
        }
        params[key] = value
      }
    }
    let query = call.isAbsent(2) ? [] : generation.queryItems(try call.table(2))
    var options = FieldReader(
      call.isAbsent(3) ? LuaTable() : try call.table(3),
      as: "these options",
      known: ["fragment", "host", "keep_query", "scheme"]
    )
    let fragment = options.text("fragment")
    let scheme = options.text("scheme")
    try options.raiseFirst()
    do throws(RouterError) {
      return try generation.rules.directory.index.location(
        to: name,
        params: params,
        query: query,
        fragment: fragment,
        scheme: scheme
      )
    } catch {
      throw Generation.raisable(error)
    }
  }

  private func location(_ parts: LuaTable, _ call: LuaCall) throws -> Location {
    var reader = FieldReader(
      parts,
      as: "a location",
      known: ["fragment", "host", "path", "query", "scheme"]
    )
    var segments: [String] = []
    if case .string(let path) = reader["path"] {
      segments = try generation.location(.string(path), call, 0).segments
    } else {
      segments = reader.texts("path")
    }
    let query = reader.table("query").map(generation.queryItems) ?? []
    let scheme = reader.text("scheme")
    let host = reader.text("host")
    let fragment = reader.text("fragment")
    try reader.raiseFirst()
    do throws(LocationError) {
      return try Location(
        scheme: scheme,
        host: host,
        segments: segments,
        query: LocationQuery(query.map { LocationQuery.Item($0.0, $0.1) }),
        fragment: fragment,
        rules: generation.rules.configuration.locationRules
      )
    } catch {
      throw LuaError("bad_location", error.description)
    }
  }

  /// Answers the match, or `nil` and why there is none.
  private func match(_ call: LuaCall) throws -> [LuaValue] {
    let location: Location
    do throws(LuaError) {
      location = try generation.location(call[0], call, 0)
    } catch {
      guard error.code == "bad_location" else { throw error }
      return [.nil, problem("bad_location", error.message, nearest: [])]
    }
    let index = generation.rules.directory.index
    guard let (route, match) = index.match(location) else {
      let error = index.notFound(location)
      return [.nil, problem("not_found", error.message, nearest: error.nearest)]
    }
    return [try generation.lua(match, route: route, location: location)]
  }

  private func problem(_ code: String, _ message: String, nearest: [String]) -> LuaValue {
    var table = LuaTable()
    table["code"] = .string(code)
    table["message"] = .string(message)
    table["nearest"] = .table(LuaTable(nearest.map(LuaValue.string)))
    return .table(table)
  }
}
