/// A line of a script.
public struct LuaPosition: Hashable, Sendable, CustomStringConvertible {
  /// The script's name as it was given when it was loaded, such as `routes/cart.lua`.
  public let file: String
  /// The line, from 1.
  public let line: Int

  /// Makes a position.
  public init(file: String, line: Int) {
    self.file = file
    self.line = line
  }

  /// The form editors jump to, such as `routes/cart.lua:12`.
  public var description: String { "\(file):\(line)" }
}
