import LuaRuntime
import Moonroute

extension Value {
  /// A script's value as the router carries it, or `nil` when it has no plain form.
  ///
  /// - Parameters:
  ///   - lua: The value.
  ///   - other: Answers for what has no plain form: functions, objects, text that is not UTF-8, and
  ///     tables whose keys are neither names nor 1, 2, 3 …
  init?(_ lua: LuaValue, other: (LuaValue) -> Value?) {
    switch lua {
    case .nil: self = .none
    case .boolean(let bool): self = .bool(bool)
    case .integer(let integer): self = .integer(integer)
    case .number(let number): self = .number(number)
    case .string(let text): self = .text(text)
    case .table(let table):
      guard let value = Value(table, other: other) ?? other(lua) else { return nil }
      self = value
    case .error(let error): self = .table(Table(error))
    case .bytes, .object, .function, .record, .reference:
      guard let value = other(lua) else { return nil }
      self = value
    }
  }

  /// A script's value if it is plain data through and through.
  init?(plain lua: LuaValue) { self.init(lua) { _ in nil } }

  private init?(_ table: LuaTable, other: (LuaValue) -> Value?) {
    var plain = Table()
    plain.isList = table.isList
    // Faster than to reserve room in a dictionary that is there.
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

extension Table {
  /// An error value of a script.
  fileprivate init(_ error: LuaError) {
    self.init(fields: ["code": .text(error.code.rawValue), "message": .text(error.message)])
    if let position = error.position {
      self["file"] = .text(position.file)
      self["line"] = .integer(Int64(position.line))
    }
  }
}
