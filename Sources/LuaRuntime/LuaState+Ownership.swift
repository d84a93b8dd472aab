extension LuaState {
  /// The number of a reference, if it is this state's.
  func number(of reference: LuaReference) throws(LuaError) -> Int32 {
    guard reference.door === door, door.pointer != nil else {
      let owner = reference.door === door ? door.label : reference.door.label
      throw LuaError(.closed, "this \(reference.typeName) belonged to \(owner)")
    }
    return reference.number
  }

  /// Answers whether a value can be passed into this state as the very value it was.
  func owns(_ value: LuaValue) -> Bool {
    switch value {
    case .function(let function): function.reference.door === door
    case .reference(let reference): reference.door === door
    default: true
    }
  }

  /// The pointer of the open state.
  func openPointer() throws(LuaError) -> OpaquePointer {
    guard let pointer = door.pointer else {
      throw LuaError(.closed, "the Lua state is closed")
    }
    return pointer
  }
}
