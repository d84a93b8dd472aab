internal import CLua

/// A function of Lua: a script's function or a host function.
///
/// It can be called as long as its ``LuaState`` lives; after that a call throws
/// ``LuaErrorCode/closed``.
public final class LuaFunction {
  let stateHandle: StateHandle
  let number: Int32
  /// The number of parameters, 255 for any number, or -1 until it is first read.
  // Read or written in one step.
  @exclusivity(unchecked) private var knownCount: Int32 = -1

  init(stateHandle: StateHandle, number: Int32) {
    self.stateHandle = stateHandle
    self.number = number
  }

  deinit {
    stateHandle.release(reference: number)
  }

  /// The first line of the function, or nil if it is not written in Lua or the state is closed.
  public var definedAt: LuaPosition? {
    guard let pointer = stateHandle.pointer else { return nil }
    return LuaPosition(clua_locate_function(pointer, number))
  }

  /// The number of parameters, or nil for a function that takes any number.
  ///
  /// Looked up once; calling a guard without parameters is faster.
  public var parameterCount: Int? {
    let count = countParameters()
    return count == Self.anyNumber ? nil : Int(count)
  }

  private static let anyNumber: Int32 = 255

  /// Returns whether two values are the same function.
  public func isSame(as other: LuaFunction) -> Bool {
    guard let pointer = stateHandle.pointer, other.stateHandle === stateHandle else { return false }
    return clua_is_same(pointer, number, other.number)
  }

  var isBare: Bool { knownCount == 0 }

  /// The greatest number of arguments to pass to a guard.
  var parameterLimit: Int32 { min(2, countParameters()) }

  private func countParameters() -> Int32 {
    if knownCount < 0 {
      guard let pointer = stateHandle.pointer else { return Self.anyNumber }
      knownCount = clua_count_parameters(pointer, number)
    }
    return knownCount
  }
}

/// A script compiled by a state of this process, for other states.
///
/// Only ``LuaFunction/compiled(name:)`` creates one: compiled Lua from elsewhere is never accepted,
/// since it could do anything.
public struct LuaCompiledScript: Sendable {
  /// The script's name.
  public let name: String

  let bytes: [UInt8]

  package var byteCount: Int { bytes.count }
}
