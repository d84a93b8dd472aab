import LuaRuntime
import Moonroute
import RoutePatterns

/// Makes the classes of the objects that scripts see.
struct ClassMaker {
  unowned let generation: Generation

  /// Makes all of them.
  func makeAll() throws(LuaError) {
    let state = generation.state
    generation.classes.decline = try state.makeClass(LuaClassDefinition<Void>("decline"))
    generation.classes.rewrite = try state.makeClass(LuaClassDefinition<Rewrite>("rewrite"))
    generation.classes.hostValue = try state.makeClass(hostValue())
    generation.classes.route = try state.makeClass(route())
    generation.classes.location = try state.makeClass(location())
    generation.classes.screen = try state.makeClass(ScreenModule(generation: generation).screen())
    generation.classes.animator = try state.makeClass(
      AnimatorModule(generation: generation).animator()
    )
  }

  private func hostValue() -> LuaClassDefinition<Reference> {
    var definition = LuaClassDefinition<Reference>("host value")
    definition.describe = { $0.kind }
    definition.equals = { $0 == $1 }
    return definition
  }

  private func route() -> LuaClassDefinition<ScriptRoute> {
    var definition = LuaClassDefinition<ScriptRoute>("route", fieldNames: ["name", "pattern"])
    definition.get = { route, field in
      switch field {
      case "name": LuaValue(optional: route.name)
      case "pattern": .string(route.pattern)
      default: nil
      }
    }
    definition.describe = { "route \($0.name ?? $0.pattern)" }
    return definition
  }

  private func location() -> LuaClassDefinition<Location> {
    let fields = ["scheme", "host", "path", "segments", "query", "query_all", "fragment"]
    let with = LuaMethod("with", usage: "location:with { query = … } → location") {
      [unowned generation] call in
      try generation.with(call)
    }
    var definition = LuaClassDefinition<Location>("location", fieldNames: fields, methods: [with])
    definition.get = { [unowned generation] location, field in
      switch field {
      case "scheme": LuaValue(optional: location.scheme)
      case "host": LuaValue(optional: location.host)
      case "path": .string(location.path)
      case "segments": .table(LuaTable(location.segments.map(LuaValue.string)))
      case "query": generation.lua(location.lastQuery)
      case "query_all": generation.allQuery(of: location)
      case "fragment": LuaValue(optional: location.fragment)
      default: nil
      }
    }
    definition.describe = { $0.description }
    definition.equals = { $0 == $1 }
    definition.join = { .string(try Self.text($0) + Self.text($1)) }
    return definition
  }

  /// One side of `..` beside a location.
  private static func text(_ value: LuaValue) throws(LuaError) -> String {
    switch value {
    case .string, .integer, .number: return value.display
    case .object(let object) where object.payload is Location: return value.display
    default:
      throw LuaError(
        .scriptError,
        "attempt to concatenate a location and a \(value.typeName)"
      )
    }
  }
}

extension Generation {
  /// `location:with { query = { … } }`.
  fileprivate func with(_ call: LuaCall) throws -> [LuaValue] {
    guard let location = call[0].object?.payload as? Location else {
      throw call.typeError(0, expected: "location")
    }
    var reader = FieldReader(try call.table(1), as: "these changes", known: ["query"])
    let query = reader.table("query").map(queryItems) ?? []
    try reader.raiseFirst()
    do throws(LocationError) {
      let items = LocationQuery(query.map { LocationQuery.Item($0.0, $0.1) })
      return [
        lua(try location.with(query: items, rules: rules.configuration.locationRules))
      ]
    } catch {
      throw LuaError("bad_location", error.description)
    }
  }
}
