import LuaSyntax
import ScriptAnalysis

/// Pairs of consecutive literals with the same role in a function, such as two route names.
struct LiteralSwaps {
  private let function: LuaNode
  private let pairs: [(LuaNode, LuaNode)]

  /// Collects the literals of a function, without nested functions.
  init(of function: LuaNode, in script: AnalysedScript) {
    self.function = function
    let tree = script.tree
    var last: [String: LuaNode] = [:]
    var pairs: [(LuaNode, LuaNode)] = []
    var nodes = tree.nodes(from: function)
    var place = nodes.next()
    while let node = place {
      let kind = tree.kind(of: node)
      if kind == .string || kind == .number, let role = Self.role(of: node, in: script) {
        let key = "\(kind) \(role)"
        if let other = last[key], tree.text(of: other) != tree.text(of: node) {
          pairs.append((other, node))
        }
        last[key] = node
      }
      place = kind == .function && node != function ? nodes.skipChildren() : nodes.next()
    }
    self.pairs = pairs
  }

  func note(_ rule: RuleChange.Rule, in writer: inout ChangeWriter) {
    let tree = writer.script.tree
    for (one, other) in pairs {
      let (first, second) = (tree.range(of: one), tree.range(of: other))
      let between = tree.text[first.upperBound..<second.lowerBound]
      writer.replace(
        first.lowerBound..<second.upperBound,
        with: Array(tree.text[second]) + between + tree.text[first],
        .swap,
        of: rule,
        in: function,
        at: one
      )
    }
  }

  /// The role of a literal, or `nil` if no other literal can replace it.
  private static func role(of node: LuaNode, in script: AnalysedScript) -> String? {
    let tree = script.tree
    guard let parent = tree.parent(of: node) else { return nil }
    switch tree.kind(of: parent) {
    case .returnStatement:
      return place(of: node, in: parent, tree).map { "answer \($0)" }
    case .call:
      guard let place = place(of: node, in: parent, tree), place > 0 else { return nil }
      return tree.firstChild(of: parent).map { "argument \(place) of \(tree.text(of: $0))" }
    case .binary:
      switch tree.token(of: parent).kind {
      case .and, .or: return "choice"
      case .equal, .unequal, .less, .lessOrEqual, .greater, .greaterOrEqual:
        let other = tree.children(of: parent).first { $0 != node }
        return other.map { "compared with \(tree.text(of: $0))" }
      default: return nil
      }
    case .namedItem: return "field \(tree.name(of: parent))"
    default: return nil
    }
  }

  private static func place(of node: LuaNode, in parent: LuaNode, _ tree: LuaTree) -> Int? {
    tree.children(of: parent).enumerated().first { $0.element == node }?.offset
  }
}
