/// A script as a state of this process compiled it, for other states.
///
/// Only ``LuaFunction/compiled(name:)`` makes one: compiled Lua from elsewhere is never accepted, since
/// it could do anything.
public struct LuaCompiledScript: Sendable {
  /// The script's name.
  public let name: String

  let bytes: [UInt8]
}
