import LuaRuntime
import Moonroute
import RoutePatterns

extension Generation {
  /// Begins with the plain data that the `session` of the generation before holds.
  ///
  /// What is not plain, such as a function, belongs to that generation and is left out with a
  /// warning.
  ///
  /// - Throws: When the table cannot be copied: it contains itself, or is nested too deep.
  func takeSession(of old: Generation) throws(LuaError) {
    guard case .table(let table) = try old.state.read(old.session) else { return }
    for field in table.items {
      guard let value = plain(field.value, path: "session.\(field.key.value.display)") else {
        continue
      }
      try state.set(session, field.key, to: value)
    }
  }

  /// A value of another generation as one of this, or `nil` for what cannot be taken over.
  private func plain(_ value: LuaValue, path: String) -> LuaValue? {
    switch value {
    case .nil, .boolean, .integer, .number, .string, .bytes, .error: return value
    case .table(let table):
      let fields = table.items.compactMap { field in
        plain(field.value, path: "\(path).\(field.key.value.display)")
          .map { LuaField(key: field.key, value: $0) }
      }
      return .table(LuaTable([], fields: fields))
    case .object(let object):
      if let location = object.location { return lua(location) }
      if let reference = object.payload as? Reference, let type = classes.hostValue {
        return .object(LuaObject(reference, type: type))
      }
    case .function, .record, .reference: break
    }
    problems.add(
      ScriptProblem(
        .wrongType,
        "\(path) is a \(value.typeName) and ends with its generation. Keep plain data in session.",
        severity: .warning
      )
    )
    return nil
  }
}

extension LuaTable {
  /// All entries, those of the list included.
  fileprivate var items: [LuaField] {
    array.enumerated().map { LuaField(key: .integer(Int64($0 + 1)), value: $1) } + fields
  }
}
