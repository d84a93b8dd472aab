/// An object of the host that scripts can hold.
///
/// The same `LuaObject` is the same value in Lua every time it is passed.
public final class LuaObject {
  /// The class, which says what scripts can do with it.
  public let type: LuaClass
  /// The value that the host keeps in it.
  public let payload: Any
  /// The number under which Lua knows it, or nil while Lua holds no value for it.
  var handle: UInt64?
  /// The bytes of host memory that it counts as while Lua holds it.
  let bytes: Int

  /// The bytes of an object that keeps no more than a few references.
  public static let smallBytes = 512

  /// Wraps a value of the host.
  ///
  /// - Parameters:
  ///   - payload: What the object keeps.
  ///   - type: What scripts can do with it.
  ///   - bytes: How much memory of the host it counts as. Default: ``smallBytes``.
  public init(_ payload: Any, type: LuaClass, bytes: Int = LuaObject.smallBytes) {
    self.payload = payload
    self.type = type
    self.bytes = bytes
  }
}
