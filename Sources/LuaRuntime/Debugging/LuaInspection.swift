/// A call of a script's function that has not returned, as a debugger shows it.
package struct LuaDebugFrame: Hashable, Sendable {
  /// The number for requests about it, valid until the script continues.
  package let id: UInt32
  /// The line that it has reached.
  package let position: LuaPosition
  /// The name that its caller used, or `nil` if it has no name.
  package let name: String?
  /// The line where the function begins, 0 for a whole script.
  package let definedLine: Int

  /// The text for a list of calls, such as `total` or `function at routes/cart.lua:12`.
  package var label: String {
    if definedLine == 0 { return position.file }
    return name ?? "function at \(position.file):\(definedLine)"
  }
}

/// A group of variables that a frame sees.
package enum LuaScope: UInt32, CaseIterable, Sendable {
  /// Its local variables and its extra arguments.
  case locals
  /// The local variables of enclosing functions that it uses.
  case upvalues
  case globals
}

/// A value with its name, as a debugger shows it.
package struct LuaVariable: Hashable, Sendable {
  /// The name as Lua writes it: `count`, or `[1]`, or `["a b"]` in a table.
  package let name: String
  /// The value as Lua writes it, shortened if long; for a table its name, such as `table: 3`.
  package let value: String
  /// The value as a log shows it: a string without quotes.
  package let plainText: String
  /// The type's name, such as `table`, or the name of an object's class.
  package let typeName: String
  /// The number for requests about its content, valid until the script continues; 0 if it has no
  /// content.
  package let id: UInt32
  /// The number of its items: the values at 1, at 2, and so on.
  package let itemCount: Int
  /// Whether it also holds values with names.
  package let hasNames: Bool
  /// Whether it is a table without its own text and order.
  package let isPlainTable: Bool
}
