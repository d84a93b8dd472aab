/// One key of a table with its value.
public struct LuaField {
  /// The key.
  public let key: LuaKey
  /// The value.
  public var value: LuaValue

  /// Makes a field.
  public init(key: LuaKey, value: LuaValue) {
    self.key = key
    self.value = value
  }
}
