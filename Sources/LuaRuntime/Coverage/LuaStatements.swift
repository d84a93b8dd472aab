package import LuaSyntax

/// Finds where the statements of a script begin: the first on each line, except the heads of
/// functions.
package struct LuaStatements {
  package struct Start: Equatable {
    /// The byte, counted from 0.
    package let offset: Int
    /// The line, counted from 1.
    package let line: Int
  }

  /// The beginnings in a script in order, or `nil` if it does not parse.
  package static func starts(in text: [UInt8]) -> [Start]? {
    let tree = LuaTree(text)
    return tree.problems.isEmpty ? starts(in: tree) : nil
  }

  package static func starts(in tree: LuaTree) -> [Start] {
    var starts: [Start] = []
    for node in tree.nodes(from: tree.root) where isMarked(tree.kind(of: node)) {
      let token = tree.tokens[tree.tokenRange(of: node).lowerBound]
      guard starts.last?.line != token.line else { continue }
      starts.append(Start(offset: token.start, line: token.line))
    }
    return starts
  }

  /// Whether a statement does something, so that its line counts as run.
  private static func isMarked(_ kind: LuaNode.Kind) -> Bool {
    switch kind {
    case .local, .assignment, .callStatement, .whileStatement, .ifStatement, .numericFor,
      .genericFor, .returnStatement, .breakStatement, .gotoStatement:
      true
    default: false
    }
  }
}
