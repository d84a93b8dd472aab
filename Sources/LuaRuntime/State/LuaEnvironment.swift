internal import CLua

/// The globals of scripts.
public final class LuaEnvironment {
  package let reference: LuaReference

  package init(_ reference: LuaReference) {
    self.reference = reference
  }

  /// Sets globals; `nil` removes one.
  public func set(_ fields: KeyValuePairs<String, LuaValue>) throws(LuaError) {
    for (name, value) in fields { try set(name, to: value) }
  }

  /// Sets a global; `nil` removes it.
  public func set(_ name: String, to value: LuaValue) throws(LuaError) {
    try openState().assign(reference, [.string(name), value])
  }

  /// Reads a global without its metatable.
  public func get(_ name: String) throws(LuaError) -> LuaValue {
    try openState().read(reference, key: .string(name))
  }

  /// Reads a field of a table among the globals, without metatables; `nil` without such a
  /// table.
  package func get(_ field: String, of name: String) throws(LuaError) -> LuaValue {
    let state = try openState()
    guard case .reference(let table) = try state.read(reference, key: .string(name), depth: 0),
      table.typeName == "table"
    else { return .nil }
    return try state.read(table, key: .string(field))
  }

  private func openState() throws(LuaError) -> LuaState {
    guard let state = reference.stateHandle.state else {
      throw LuaError(.closed, "these globals belonged to \(reference.stateHandle.label)")
    }
    return state
  }
}
