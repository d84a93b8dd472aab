package import LuaRuntime

/// A script that runs, or waits.
package struct ScriptThread: Hashable, Sendable {
  /// The number, the same from beginning to end.
  package let id: Int
  /// Its purpose, such as `guard of 'account', /account/orders`.
  package let name: String
  package let isWaiting: Bool
}

package struct ScriptFrames: Sendable {
  /// The requested frames, nearest first.
  package let frames: [LuaDebugFrame]
  package let total: Int
}

/// A group of variables of a frame.
package struct ScriptScope: Hashable, Sendable {
  /// The name: `Locals`, `Upvalues`, `Open`, `Session` or `Globals`.
  package let name: String
  /// The number for ``ScriptInspector/variables(of:part:first:count:)``.
  package let id: Int
  /// Whether reading it takes long, so that it should only be read on demand.
  package let isExpensive: Bool
}

package struct ScriptVariable: Hashable, Sendable {
  /// The name as Lua writes it.
  package let name: String
  package let value: String
  package let typeName: String
  /// The number for requests about its content, or 0 if it has no content.
  package let id: Int
  /// The number of the values at 1, at 2, and so on.
  package let itemCount: Int
  /// Lua that evaluates to it in its frame, or `nil` if that is not possible.
  package let expression: String?
}

package enum ScriptPart: Hashable, Sendable {
  /// All of them: names first, in order.
  case all
  case names
  /// The items at 1, 2, 3 …
  case items
}
