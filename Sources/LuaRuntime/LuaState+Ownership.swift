extension LuaState {
  /// The number of a reference, if it is this state's.
  func number(of reference: LuaReference) throws(LuaError) -> Int32 {
    guard reference.door === door, door.pointer != nil else {
      throw Self.closedError(reference.typeName, reference.door)
    }
    return reference.number
  }

  /// The number of a function of this state.
  func number(of function: LuaFunction) throws(LuaError) -> Int32 {
    guard function.door === door, door.pointer != nil else {
      throw Self.closedError("function", function.door)
    }
    return function.number
  }

  private static func closedError(_ typeName: String, _ owner: LuaDoor) -> LuaError {
    LuaError(.closed, "this \(typeName) belonged to \(owner.label)")
  }

  /// Answers whether a value can be passed into this state as the very value it was.
  func owns(_ value: LuaValue) -> Bool {
    switch value {
    case .function(let function): function.door === door
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
