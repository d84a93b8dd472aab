import LuaRuntime
import Moonroute

/// `json`: text in JSON, both ways.
struct JSONModule {
  unowned let functions: FunctionMaker

  /// The module.
  func table() throws(LuaError) -> LuaValue {
    var module = ModuleTable("json", in: functions)
    try module.add("encode", "(value) → text", "Writes a value as JSON.") { call in
      let state = call.state
      let text = JSONWriter.text(try Self.json(call[0], call)) { state.isStopped }
      return state.isStopped ? [] : [.string(text)]
    }
    try module.add("decode", "(text) → value", "Reads JSON; raises when the text is none.") {
      call in
      do {
        let state = call.state
        let json = try JSONParser.parse(try call.string(0)) { state.isStopped }
        return state.isStopped ? [] : [Self.lua(json, state)]
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
    // The script does not get to see this: it is stopped as soon as it would go on.
    guard !call.state.isStopped else { throw LuaError(.timeout, "the script is stopped") }
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
  ///
  /// Lists and objects are left out once the script is stopped, which then does not go on.
  private static func lua(_ json: JSON, _ state: LuaState) -> LuaValue {
    switch json {
    case .null: return .nil
    case .bool(let bool): return .boolean(bool)
    case .integer(let integer): return .integer(integer)
    case .number(let number): return .number(number)
    case .text(let text): return .string(text)
    case .list(let items):
      guard !state.isStopped else { return .nil }
      return .table(LuaTable(items.map { lua($0, state) }))
    case .object(let fields):
      guard !state.isStopped else { return .nil }
      let present = fields.filter { $0.value != .null }
      return .table(
        LuaTable(
          [],
          fields: present.map { LuaField(key: .string($0.name), value: lua($0.value, state)) }
        )
      )
    }
  }
}
