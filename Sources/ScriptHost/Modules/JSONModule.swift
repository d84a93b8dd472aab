import LuaRuntime
import Moonroute

/// `json`: text in JSON, both ways.
struct JSONModule {
  unowned let generation: Generation

  /// The module.
  func table() throws(LuaError) -> LuaValue {
    var module = ModuleTable("json", in: generation)
    try module.add("encode", "(value) → text", "Writes a value as JSON.") { call in
      [.string(try Self.json(call[0], call).line)]
    }
    try module.add("decode", "(text) → value", "Reads JSON; raises when the text is none.") {
      call in
      do {
        let state = call.state
        let json = try JSONParser.parse(try call.string(0)) { state.isStopped }
        return state.isStopped ? [] : [Self.lua(json)]
      } catch let problem as JSONParser.Problem {
        throw call.argumentError(0, "\(problem)")
      }
    }
    return module.value
  }

  /// A value as JSON: a table with items is a list, any other an object with sorted names.
  private static func json(_ value: LuaValue, _ call: LuaCall) throws(LuaError) -> JSON {
    switch value {
    case .nil: return .null
    case .boolean(let bool): return .bool(bool)
    case .integer(let integer): return .integer(integer)
    case .number(let number):
      guard number.isFinite else {
        throw call.argumentError(0, "JSON has no text for \(number.isNaN ? "nan" : "\(number)")")
      }
      return .number(number)
    case .string(let text): return .text(text)
    case .table(let table): return try json(table, call)
    case .bytes: throw call.argumentError(0, "JSON has no text for bytes that are not UTF-8")
    case .object: return .text(value.display)
    default: throw call.argumentError(0, "JSON has no text for a \(value.typeName)")
    }
  }

  private static func json(_ table: LuaTable, _ call: LuaCall) throws(LuaError) -> JSON {
    if table.fields.isEmpty, !table.array.isEmpty {
      var items: [JSON] = []
      for item in table.array { items.append(try json(item, call)) }
      return .list(items)
    }
    guard table.array.isEmpty else {
      throw call.argumentError(0, "a table that is a list and has named fields is not JSON")
    }
    var fields: [JSON.Field] = []
    for field in table.fields {
      guard let name = field.key.string else {
        throw call.argumentError(0, "the names in a JSON object are text")
      }
      fields.append(JSON.Field(name, try json(field.value, call)))
    }
    return .object(fields)
  }

  /// JSON as a value of Lua; `null` is `nil`.
  private static func lua(_ json: JSON) -> LuaValue {
    switch json {
    case .null: .nil
    case .bool(let bool): .boolean(bool)
    case .integer(let integer): .integer(integer)
    case .number(let number): .number(number)
    case .text(let text): .string(text)
    case .list(let items): .table(LuaTable(items.map(lua)))
    case .object(let fields):
      .table(
        LuaTable(
          [],
          fields: fields.compactMap { field in
            field.value == .null
              ? nil : LuaField(key: .string(field.name), value: lua(field.value))
          }
        )
      )
    }
  }
}
