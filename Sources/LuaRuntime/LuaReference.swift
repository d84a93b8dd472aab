internal import CLua

/// A value of Lua that was not copied.
///
/// It keeps the value alive until it is released, and counts against the memory of scripts.
public final class LuaReference {
  let door: LuaDoor
  let number: Int32
  /// The name of the value's type in Lua, such as `table` or `thread`.
  public let typeName: String
  /// The mark of a record that a script passed, nil for anything else.
  public let mark: UInt64?

  init(door: LuaDoor, number: Int32, typeName: String, mark: UInt64? = nil) {
    self.door = door
    self.number = number
    self.typeName = typeName
    self.mark = mark
  }

  deinit {
    door.release(reference: number)
  }

  /// Answers whether two references hold the very same value.
  public func isSame(as other: LuaReference) -> Bool {
    guard let pointer = door.pointer, other.door === door else { return false }
    return clua_is_same(pointer, number, other.number)
  }
}
