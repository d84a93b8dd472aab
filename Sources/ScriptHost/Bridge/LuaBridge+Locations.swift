import LuaRuntime
import Moonroute
import RoutePatterns

extension LuaValue {
  init(optional text: String?) { self = text.map(LuaValue.string) ?? .nil }
}

extension LuaBridge {
  static let emitOptions = ["params", "query"]

  static let getOptions = ["extra", "params"]

  /// The location for an argument: a location, a text, or a route's name.
  func location(_ value: LuaValue, _ call: LuaCall, _ index: Int) throws(LuaError) -> Location {
    switch value {
    case .object(let object):
      if let location = object.location { return location }
    case .string(let text):
      return try scope.raising { () throws(RouterError) in
        try scope.rules.location(of: text, relativeTo: scope.router.stage.top?.location)
      }
    default: break
    }
    throw call.typeError(index, expected: "location")
  }

  /// A match for scripts: the fields of `moonroute match --json`, and `meta` and `tags`.
  func lua(
    _ match: RouteMatch,
    route: RouteInfo,
    location: Location
  ) throws(LuaError) -> LuaValue {
    var table = LuaTable()
    table["location"] = lua(location)
    table["matched"] = true
    table["name"] = LuaValue(optional: route.name)
    table["pattern"] = .string(route.pattern.text)
    table["path"] = .string(location.path)
    table["params"] = try unreadParams(of: match)
    table["query"] = try unreadQuery(of: location, declaredBy: route)
    table["query_all"] = allQuery(of: location)
    table["fragment"] = LuaValue(optional: location.fragment)
    table["scheme"] = LuaValue(optional: location.scheme)
    table["host"] = LuaValue(optional: location.host)
    table["rest"] = .table(LuaTable(match.rest.map(LuaValue.string)))
    table["branch"] = .table(LuaTable(route.branch.map { .string($0.label) }))
    table["meta"] = try lua(.table(route.meta))
    table["tags"] = .table(LuaTable(route.tags.map(LuaValue.string)))
    return try lua(table, knowing: \.match)
  }

  /// The key for an argument: a text, or a location.
  func storeKey(_ call: LuaCall, _ index: Int) throws(LuaError) -> String {
    if let location = call[index].object?.location { return location.description }
    return try call.string(index)
  }

  /// The request for a key; `pattern` finds the pattern of the key, for errors.
  func storeRequest(
    _ key: String,
    _ call: LuaCall,
    extra: LuaValue? = nil,
    options index: Int,
    besides others: [String] = [],
    pattern: (String) -> RoutePattern?
  ) throws -> StoreRequest {
    guard !call.isAbsent(index) else {
      return StoreRequest(key, extra: extra.map { value($0) } ?? .null)
    }
    let known = extra == nil ? Self.getOptions : Self.emitOptions
    var reader = FieldReader(try call.table(index), as: "these options", known: known + others)
    var request = StoreRequest(key, extra: value(extra ?? reader["extra"]))
    if let query = reader.table("query") { request.query = try queryItems(query) }
    if let params = reader.table("params") {
      request.params = try parameters(params, call, index) { pattern(key) }
    }
    try reader.raiseFirst()
    return request
  }
}
