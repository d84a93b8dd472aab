/// A kind of host object, made by ``LuaState/makeClass(_:)``.
public final class LuaClass {
  private struct Known {
    weak var object: LuaObject?
  }

  /// The name that scripts see, such as `Location`.
  public let name: String
  let number: UInt32
  let stateHandle: StateHandle
  private var known: [ObjectIdentifier: Known] = [:]
  private var sweepCount = 64

  init(name: String, number: UInt32, stateHandle: StateHandle) {
    self.name = name
    self.number = number
    self.stateHandle = stateHandle
  }

  /// Wraps a reference of the host, always in the same object while Lua or the host holds it.
  ///
  /// - Parameter payload: The reference.
  /// - Returns: The object, to be passed to scripts.
  public func object(for payload: AnyObject) -> LuaObject {
    let identifier = ObjectIdentifier(payload)
    if let object = known[identifier]?.object { return object }
    if known.count >= sweepCount {
      known = known.filter { $0.value.object != nil }
      sweepCount = max(64, known.count * 2)
    }
    let object = LuaObject(payload, type: self)
    known[identifier] = Known(object: object)
    return object
  }
}
