import LuaSyntax

/// Finds the `return` statement of a function that can have returned a kind of value.
///
/// Lua does not record which `return` has ended a function. If only one could have returned the
/// value, the text identifies it.
package struct LuaReturn {
  package enum Kind {
    /// No value, or `nil`.
    case nothing
    /// Anything but `nil`, `true` and `false`.
    case value
  }

  /// The size of the largest script to search, in bytes.
  private static let limit = 256 << 10

  /// Finds the line of the only `return` that can have returned a kind of value.
  ///
  /// The function begins in `line`. Returns `nil` if several or none could have returned it.
  package static func line(
    of kind: Kind,
    inFunctionAt line: Int,
    of text: [UInt8]
  ) -> Int? {
    guard text.count <= limit else { return nil }
    let tree = LuaTree(text)
    guard let function = function(at: line, in: tree) else { return nil }
    let returns = tree.returns(of: function).filter { self.kind(of: $0, in: tree) == kind }
    return returns.count == 1 ? tree.token(of: returns[0]).line : nil
  }

  /// The only function that begins in a line.
  private static func function(at line: Int, in tree: LuaTree) -> LuaNode? {
    let functions = tree.nodes(from: tree.root)
      .filter {
        tree.kind(of: $0) == .function && tree.token(of: $0).line == line
      }
    return functions.count == 1 ? functions[0] : nil
  }

  /// The kind of value of a `return`, or `nil` for a truth value.
  private static func kind(of node: LuaNode, in tree: LuaTree) -> Kind? {
    guard let first = tree.firstChild(of: node) else { return .nothing }
    switch tree.kind(of: first) {
    case .nilLiteral: return .nothing
    case .trueLiteral, .falseLiteral: return nil
    default: return .value
    }
  }
}
