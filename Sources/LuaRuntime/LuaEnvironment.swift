internal import CLua

/// The globals of scripts.
public final class LuaEnvironment {
  let reference: LuaReference
  private unowned let state: LuaState

  init(_ reference: LuaReference, state: LuaState) {
    self.reference = reference
    self.state = state
  }

  /// Sets globals; `nil` removes one.
  public func set(_ fields: KeyValuePairs<String, LuaValue>) throws(LuaError) {
    for (name, value) in fields { try set(name, to: value) }
  }

  /// Sets a global; `nil` removes it.
  public func set(_ name: String, to value: LuaValue) throws(LuaError) {
    try state.assign(reference, [.string(name), value])
  }

  /// Reads a global, without asking a metatable.
  public func get(_ name: String) throws(LuaError) -> LuaValue {
    try state.read(reference, key: .string(name))
  }
}
