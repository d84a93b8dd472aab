/// An object of the host that scripts can hold.
///
/// The same `LuaObject` is the same value in Lua every time it is passed.
public final class LuaObject {
  /// What scripts can do with it.
  public let type: LuaClass
  /// What the host keeps in it.
  public let payload: Any
  /// The number under which Lua knows it, or nil while Lua holds no value for it.
  var handle: UInt64?

  /// Wraps a value of the host.
  public init(_ payload: Any, type: LuaClass) {
    self.payload = payload
    self.type = type
  }
}
