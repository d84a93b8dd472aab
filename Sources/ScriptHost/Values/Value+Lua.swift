import LuaRuntime
import Moonroute

extension Value {
  /// Converts a script's value for the router; fails if it has no plain form.
  ///
  /// `other` converts functions, objects, text that is not UTF-8, and tables with keys other than
  /// names and 1, 2, 3 …
  init?(_ lua: LuaValue, other: (LuaValue) -> Value?) {
    switch lua {
    case .nil: self = .null
    case .boolean(let bool): self = .bool(bool)
    case .integer(let integer): self = .int(integer)
    case .number(let number): self = .double(number)
    case .string(let text): self = .text(text)
    case .table(let table):
      guard let value = Value(table, other: other) ?? other(lua) else { return nil }
      self = value
    case .error(let error): self = .table(ValueTable(error))
    case .bytes, .object, .function, .record, .reference:
      guard let value = other(lua) else { return nil }
      self = value
    }
  }

  /// Converts a script's value if all of it is plain data.
  init?(plain lua: LuaValue) { self.init(lua) { _ in nil } }

  private init?(_ table: LuaTable, other: (LuaValue) -> Value?) {
    var plain = ValueTable()
    plain.isList = table.isList
    // Faster than reserving room in an existing dictionary.
    if !table.fields.isEmpty { plain.fields = Dictionary(minimumCapacity: table.fields.count) }
    for item in table.array {
      guard let value = Value(item, other: other) else { return nil }
      plain.items.append(value)
    }
    for field in table.fields {
      guard let name = field.key.string, let value = Value(field.value, other: other) else {
        return nil
      }
      plain.fields[name] = value
    }
    self = .table(plain)
  }
}

extension ValueTable {
  fileprivate init(_ error: LuaError) {
    self.init(fields: ["code": .text(error.code.rawValue), "message": .text(error.message)])
    if let position = error.position {
      self["file"] = .text(position.file)
      self["line"] = .int(Int64(position.line))
    }
  }
}
