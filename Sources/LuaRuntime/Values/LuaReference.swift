internal import CLua

/// A value of Lua that was not copied.
///
/// It keeps the value alive until it is released, and counts against the memory of scripts.
public final class LuaReference {
  let stateHandle: StateHandle
  let number: Int32
  /// The name of the value's type in Lua, such as `table` or `thread`.
  public let typeName: String
  /// The tag of a record that a script passed, nil for any other value.
  public let tag: UInt64?

  init(stateHandle: StateHandle, number: Int32, typeName: String, tag: UInt64? = nil) {
    self.stateHandle = stateHandle
    self.number = number
    self.typeName = typeName
    self.tag = tag
  }

  deinit {
    stateHandle.release(reference: number)
  }

  /// Returns whether two references hold the same value.
  public func isSame(as other: LuaReference) -> Bool {
    guard let pointer = stateHandle.pointer, other.stateHandle === stateHandle else { return false }
    return clua_is_same(pointer, number, other.number)
  }
}
