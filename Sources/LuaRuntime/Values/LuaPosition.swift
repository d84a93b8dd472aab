internal import CLua

/// A line of a script.
public struct LuaPosition: Hashable, Sendable, CustomStringConvertible {
  /// The name of the script when it was loaded, such as `routes/cart.lua`.
  public let file: String
  /// The line, from 1.
  public let line: Int

  /// Makes a position.
  public init(file: String, line: Int) {
    self.file = file
    self.line = line
  }

  /// The form that editors can jump to, such as `routes/cart.lua:12`.
  public var description: String { "\(file):\(line)" }
}

extension LuaPosition {
  /// Copies a place that C found; fails if it is unknown.
  init?(_ place: clua_Place) {
    guard place.line > 0 else { return nil }
    let bytes = UnsafeRawBufferPointer(start: place.file, count: place.length)
    self.init(file: String(decoding: bytes, as: UTF8.self), line: Int(place.line))
  }
}

/// One call of a script function in a traceback.
public struct LuaFrame: Hashable, Sendable, CustomStringConvertible {
  /// The position of the function when the error happened.
  public let position: LuaPosition
  /// The name that the caller used, or nil if it has no name.
  public let name: String?
  /// The line where the function begins, 0 for a whole script.
  public let definedLine: Int

  /// A description of the function, such as `in function 'total'`.
  public var label: String {
    if definedLine == 0 { return "in the script" }
    if let name { return "in function '\(name)'" }
    return "in function <\(position.file):\(definedLine)>"
  }

  /// The form of a traceback's line, such as `routes/cart.lua:12: in function 'total'`.
  public var description: String { "\(position): \(label)" }
}
