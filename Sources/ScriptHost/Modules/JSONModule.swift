import LuaRuntime
import MessageStream
import Moonroute
import RoutePatterns

/// `json`: encoding and decoding JSON.
struct JSONModule {
  unowned let functions: FunctionMaker
  unowned let bridge: LuaBridge

  func table() throws(LuaError) -> LuaValue {
    var module = ModuleTable("json", in: functions)
    let again = try functions.state.makeFunction("json.encode") { call in
      try encode(call).values
    }
    try module.addAnswering("encode", "(value) → text", "Writes a value as JSON.") { call in
      let encoded = try encode(call)
      guard !encoded.records.isEmpty, let encode = bridge.descriptions["encode"].function else {
        return .values(encoded.values)
      }
      return .call(encode, [.function(again), call[0], .table(LuaTable(encoded.records))])
    }
    try module.add(
      "decode",
      "(text) → value",
      "Reads JSON; raises an error if the text is invalid."
    ) {
      call in
      do {
        let state = call.state
        let json = try JSONParser.parse(try call.string(0)) { state.isStopped }
        return state.isStopped ? [] : [Self.lua(json, state)]
      } catch let problem as JSONParser.SyntaxError {
        throw call.argumentError(0, "\(problem)")
      }
    }
    try addList(to: &module)
    return module.value
  }

  /// `json.list`, which takes its table by reference and returns the same one.
  private func addList(to module: inout ModuleTable) throws(LuaError) {
    try module.addAnswering(
      "list",
      "(table) → table",
      "Marks a table as a list, which JSON writes as [] while it is empty.",
      depth: 0
    ) { call in
      guard case .reference(let table) = call[0], table.typeName == "table" else {
        throw call.argumentError(0, "table expected, got \(call[0].typeName)")
      }
      try call.state.noteList(table)
      return .values([call[0]])
    }
  }

  /// Encodes the first argument, and lists the states and events in it, which only Lua can read.
  private func encode(_ call: LuaCall) throws -> (values: [LuaValue], records: [LuaValue]) {
    var records: [LuaValue] = []
    let json = try json(call[0], call, &records)
    guard records.isEmpty else { return ([], records) }
    let state = call.state
    let text = JSONWriter.text(json) { state.isStopped }
    return (state.isStopped ? [] : [.string(text)], [])
  }

  /// A table with items or marked as a list becomes a list, any other an object, sorted by name.
  private func json(
    _ value: LuaValue,
    _ call: LuaCall,
    _ records: inout [LuaValue]
  ) throws(LuaError) -> JSON {
    switch value {
    case .nil: return .null
    case .boolean(let bool): return .bool(bool)
    case .integer(let integer): return .integer(integer)
    case .number(let number):
      guard number.isFinite else {
        throw call.argumentError(0, "JSON cannot represent \(number.isNaN ? "nan" : "\(number)")")
      }
      return .number(number)
    case .string(let text): return .text(text)
    case .table(let table): return try json(table, call, &records)
    case .bytes: throw call.argumentError(0, "JSON cannot represent bytes that are not UTF-8")
    case .object(let object): return json(object)
    case .error(let error): return Self.json(error)
    case .reference(let reference) where reference.tag != nil:
      records.append(value)
      return .null
    default: throw call.argumentError(0, "JSON cannot represent a \(value.typeName)")
    }
  }

  private static func json(_ error: LuaError) -> JSON {
    .fields(
      ("code", .text(error.code.rawValue)),
      ("message", .text(error.message)),
      ("file", .optional(error.file)),
      ("line", error.line.map { .integer(Int64($0)) } ?? .null)
    )
  }

  /// An object of the host: a screen as an object, a handle as `null`, any other as its text.
  private func json(_ object: LuaObject) -> JSON {
    switch object.payload {
    case let screen as ScriptScreen: bridge.current(screen).json
    case is OpenHandle: .null
    default: .text(LuaValue.object(object).display)
    }
  }

  private func json(
    _ table: LuaTable,
    _ call: LuaCall,
    _ records: inout [LuaValue]
  ) throws(LuaError) -> JSON {
    // The script never sees this error: it is stopped before it continues.
    guard !call.state.isStopped else { throw LuaError(.timeout, "the script is stopped") }
    if table.fields.isEmpty, table.isList || !table.array.isEmpty {
      var items: [JSON] = []
      for item in table.array { items.append(try json(item, call, &records)) }
      return .list(items)
    }
    guard table.array.isEmpty, !table.isList else {
      throw call.argumentError(0, "a table with list items and named fields cannot be JSON")
    }
    var fields: [JSON.Field] = []
    for field in table.fields {
      guard let name = field.key.string else {
        throw call.argumentError(0, "the names in a JSON object must be text")
      }
      fields.append(JSON.Field(name, try json(field.value, call, &records)))
    }
    return .object(fields)
  }

  /// Decodes JSON to a value of Lua; `null` becomes `nil`.
  ///
  /// Once the script must stop, lists and objects are left out, since it does not continue.
  private static func lua(_ json: JSON, _ state: LuaState) -> LuaValue {
    switch json {
    case .null: return .nil
    case .bool(let bool): return .boolean(bool)
    case .integer(let integer): return .integer(integer)
    case .number(let number): return .number(number)
    case .text(let text): return .string(text)
    case .list(let items):
      guard !state.isStopped else { return .nil }
      var list = LuaTable(items.map { lua($0, state) })
      list.isList = true
      return .table(list)
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

extension Screen {
  /// The screen in the form that scripts write.
  fileprivate var json: JSON {
    .object([
      JSON.Field("id", .integer(Int64(clamping: id.rawValue))),
      JSON.Field("name", .optional(name)),
      JSON.Field("view", .text(view)),
      JSON.Field("location", .optional(location?.description)),
      JSON.Field("props", JSON(.table(props))),
    ])
  }
}
