import LuaRuntime
import Moonroute
import RoutePatterns

/// Locations as values of scripts.
struct LocationModule {
  unowned let functions: FunctionMaker
  unowned let bridge: LuaBridge

  static let fields = [
    "fragment", "host", "path", "query", "query_all", "scheme", "segments",
  ]

  func location() -> LuaClassDefinition<ScriptLocation> {
    let with = functions.method(
      "location",
      "with",
      "(parts) → location",
      "Returns a copy with other parts; `query` is merged with the current one."
    ) { call in
      guard let held = call[0].object?.payload as? ScriptLocation else {
        throw call.typeError(0, expected: "location")
      }
      return [bridge.lua(try Self.changed(held.location, call, bridge))]
    }
    let without = functions.method(
      "location",
      "without",
      "(name, ...) → location, removed",
      "Returns a copy without some items of the query, and these items."
    ) { call in
      guard let held = call[0].object?.payload as? ScriptLocation else {
        throw call.typeError(0, expected: "location")
      }
      return try removing(from: held.location, call)
    }
    var definition = LuaClassDefinition<ScriptLocation>(
      "location",
      fieldNames: Self.fields,
      methods: [with, without]
    )
    definition.get = { bridge.read($0.location, $1) }
    definition.describe = { $0.location.description }
    definition.equals = { $0.location == $1.location }
    definition.join = { .string(try Self.text($0) + Self.text($1)) }
    return definition
  }

  /// `location:without("utm_*", "gclid")`.
  private func removing(from location: Location, _ call: LuaCall) throws -> [LuaValue] {
    var texts = [try call.string(1)]
    for place in call.arguments.indices.dropFirst(2) { texts.append(try call.string(place)) }
    let names = QueryNames(texts)
    let removed = location.query.filter { names.contains($0.name) }
    let rest = LocationQuery(location.query.filter { !names.contains($0.name) })
    return [bridge.lua(try location.withQuery(rest, in: bridge)), bridge.allQuery(of: removed)]
  }

  /// `location:with { query = { … }, path = … }`.
  private static func changed(
    _ location: Location,
    _ call: LuaCall,
    _ bridge: LuaBridge
  ) throws -> Location {
    var reader = FieldReader(
      try call.table(1),
      as: "these changes",
      known: LocationPartsReader.fields
    )
    let parts = try LocationPartsReader(bridge: bridge).parts(&reader, call, 1)
    let rules = bridge.scope.rules.configuration.locationRules
    do throws(LocationError) {
      return try Location(
        scheme: parts.scheme ?? location.scheme,
        host: parts.host ?? (parts.scheme == nil ? location.authority : nil),
        segments: parts.segments ?? location.segments,
        query: parts.emptied.isEmpty
          ? location.query
          : LocationQuery(location.query.filter { !parts.emptied.contains($0.name) }),
        fragment: parts.fragment ?? location.fragment,
        rules: rules
      )
      .with(query: parts.query, rules: rules)
    } catch {
      throw LuaError("bad_location", error.description)
    }
  }

  /// The other operand of `..` with a location.
  private static func text(_ value: LuaValue) throws(LuaError) -> String {
    switch value {
    case .string, .integer, .number: return value.display
    case .object(let object) where object.location != nil: return value.display
    default:
      throw LuaError(
        .scriptError,
        "attempt to concatenate a location and a \(value.typeName)"
      )
    }
  }
}

extension Location {
  /// The location with another query instead of its own.
  func withQuery(_ query: LocationQuery, in bridge: LuaBridge) throws(LuaError) -> Location {
    do throws(LocationError) {
      let rules = bridge.scope.rules.configuration.locationRules
      return try replacingQuery(with: query, rules: rules)
    } catch {
      throw LuaError("bad_location", error.description)
    }
  }

  fileprivate var authority: String? { host.map { host in port.map { "\(host):\($0)" } ?? host } }
}

extension LuaBridge {
  /// Returns nil for a field that locations do not have.
  fileprivate func read(_ location: Location, _ field: String) -> LuaValue? {
    switch field {
    case "scheme": LuaValue(optional: location.scheme)
    case "host": LuaValue(optional: location.host)
    case "path": .string(location.path)
    case "segments": .table(LuaTable(location.segments.map(LuaValue.string)))
    case "query": lua(location.lastQuery)
    case "query_all": allQuery(of: location)
    case "fragment": LuaValue(optional: location.fragment)
    default: nil
    }
  }
}
