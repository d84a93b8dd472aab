/// One call of a script function in a traceback.
public struct LuaFrame: Hashable, Sendable, CustomStringConvertible {
  /// Where the function was when the error happened.
  public let position: LuaPosition
  /// What the caller called it, or nil where it has no name.
  public let name: String?
  /// The line where the function begins, 0 for a whole script.
  public let definedLine: Int

  /// What the function is, such as `in function 'total'`.
  public var label: String {
    if definedLine == 0 { return "in the script" }
    if let name { return "in function '\(name)'" }
    return "in function <\(position.file):\(definedLine)>"
  }

  /// The form of a traceback's line, such as `routes/cart.lua:12: in function 'total'`.
  public var description: String { "\(position): \(label)" }
}
