import LuaSyntax

/// Decides whether execution continues after a statement.
struct Flow {
  let script: AnalysedScript
  private var tree: LuaTree { script.tree }

  /// Deeper blocks count as continuing.
  private static let depthLimit = 100

  /// Whether code after a block is unreachable: each path through it returns, throws or jumps.
  func ends(_ block: LuaNode, depth: Int = 0) -> Bool {
    guard depth < Self.depthLimit else { return false }
    return tree.children(of: block).contains { endsStatement($0, depth: depth + 1) }
  }

  /// Whether code after a statement in its block is unreachable.
  func endsStatement(_ node: LuaNode, depth: Int = 0) -> Bool {
    switch tree.kind(of: node) {
    case .returnStatement, .breakStatement, .gotoStatement: return true
    case .doStatement: return tree.firstChild(of: node).map { ends($0, depth: depth) } ?? false
    case .ifStatement:
      let parts = Array(tree.children(of: node))
      guard parts.count % 2 == 1 else { return false }
      return parts.allSatisfy { tree.kind(of: $0) != .block || ends($0, depth: depth) }
    case .whileStatement:
      guard let condition = tree.firstChild(of: node), tree.kind(of: condition) == .trueLiteral
      else { return false }
      return !leaves(node)
    case .repeatStatement:
      guard let condition = tree.lastChild(of: node), tree.kind(of: condition) == .falseLiteral
      else { return false }
      return !leaves(node)
    case .callStatement:
      guard let call = tree.firstChild(of: node) else { return false }
      return script.callee(of: call) == "error"
    default: return false
    }
  }

  /// Whether a loop contains a `break` or a `goto`.
  private func leaves(_ loop: LuaNode) -> Bool {
    tree.nodes(from: loop)
      .contains {
        tree.kind(of: $0) == .breakStatement || tree.kind(of: $0) == .gotoStatement
      }
  }

  /// Whether a function can end without a `return`.
  func fallsOff(_ function: LuaNode) -> Bool {
    guard let block = tree.child(1, of: function) else { return false }
    return !ends(block)
  }
}
