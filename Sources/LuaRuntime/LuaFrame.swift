/// One call of a script function in a traceback.
public struct LuaFrame: Hashable, Sendable, CustomStringConvertible {
  /// Where the function was when the error happened.
  public let position: LuaPosition
  /// What the caller called it, or nil where it has no name.
  public let name: String?
  /// The line where the function begins, 0 for a whole script.
  public let definedLine: Int

  /// The form of a traceback's line, such as `routes/cart.lua:12: in function 'total'`.
  public var description: String {
    if let name { return "\(position): in function '\(name)'" }
    if definedLine == 0 { return "\(position): in the script" }
    return "\(position): in function <\(position.file):\(definedLine)>"
  }
}
