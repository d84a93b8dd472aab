/// An object of the host that scripts can hold.
///
/// The same `LuaObject` is the same value in Lua every time it is passed.
public final class LuaObject {
  /// The class, which defines how scripts can use the object.
  public let type: LuaClass
  /// The host's value in it.
  public let payload: Any
  /// The number under which Lua knows it, or nil while Lua holds no value for it.
  var handle: UInt64?
  /// The bytes of host memory charged for it while Lua holds it.
  let bytes: Int

  /// The bytes charged for an object that keeps only a few references.
  public static let smallBytes = 512

  /// Wraps a value of the host.
  ///
  /// - Parameters:
  ///   - payload: The value.
  ///   - type: The class.
  ///   - bytes: The host memory charged for it. Default: ``smallBytes``.
  public init(_ payload: Any, type: LuaClass, bytes: Int = LuaObject.smallBytes) {
    self.payload = payload
    self.type = type
    self.bytes = bytes
  }
}
