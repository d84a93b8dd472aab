/// A call of a script's function that has not returned, as a debugger shows it.
package struct LuaDebugFrame: Hashable, Sendable {
  /// The number for questions about it, good until the script goes on.
  package let id: UInt32
  /// The line that it has reached.
  package let position: LuaPosition
  /// The name that its caller used, or `nil` where it has no name.
  package let name: String?
  /// The line where the function begins, 0 for a whole script.
  package let definedLine: Int

  /// The words for a list of calls, such as `total` or `function at routes/cart.lua:12`.
  package var label: String {
    if definedLine == 0 { return position.file }
    return name ?? "function at \(position.file):\(definedLine)"
  }
}

/// A part of what a frame sees.
package enum LuaScope: UInt32, CaseIterable, Sendable {
  /// Its local variables and its extra arguments.
  case locals
  /// The local variables of functions around it that it uses.
  case upvalues
  case globals
}

/// A value with its name, as a debugger shows it.
package struct LuaVariable: Hashable, Sendable {
  /// The name as Lua writes it: `count`, or `[1]`, or `["a b"]` in a table.
  package let name: String
  /// The value as Lua writes it, cut where it is long; for a table its name, such as `table: 3`.
  package let value: String
  /// The value as a log shows it: a string as it is.
  package let plainText: String
  /// The type's name, such as `table`, or that of an object's class.
  package let typeName: String
  /// The number for questions about what it holds, good until the script goes on; 0 where it holds
  /// nothing.
  package let id: UInt32
  /// The number of its items: the values at 1, at 2, and so on.
  package let itemCount: Int
  /// Whether it holds values with names, too.
  package let hasNames: Bool
  /// Whether it is a table without a text and an order of its own.
  package let isPlainTable: Bool
}
