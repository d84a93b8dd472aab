import LuaSyntax

/// The simple conditions of a function: the conditions of `if`, `while` and `repeat` and the left
/// operands of `and` and `or`, split at these operators.
struct Conditions {
  private(set) var all: [LuaNode] = []

  private let tree: LuaTree

  /// Collects the conditions of a function, without nested functions.
  init(of function: LuaNode, in tree: LuaTree) {
    self.tree = tree
    var nodes = tree.nodes(from: function)
    var place = nodes.next()
    while let node = place {
      var isDone = false
      switch tree.kind(of: node) {
      case .function: isDone = node != function
      case .binary:
        isDone = true
        if let parent = tree.parent(of: node), asks(parent, node) {
          addParts(of: node)
        } else {
          addChoices(of: node)
        }
      default:
        if let parent = tree.parent(of: node), asks(parent, node) {
          addParts(of: node)
          isDone = true
        }
      }
      place = isDone ? nodes.skipChildren() : nodes.next()
    }
    let range = tree.range
    all.sort { range($0).lowerBound < range($1).lowerBound }
  }

  private func asks(_ statement: LuaNode, _ node: LuaNode) -> Bool {
    switch tree.kind(of: statement) {
    case .ifStatement, .whileStatement, .repeatStatement: tree.kind(of: node) != .block
    default: false
    }
  }

  private mutating func addParts(of node: LuaNode) {
    var open = [node]
    while let node = open.popLast() {
      switch tree.kind(of: node) {
      case .parenthesized: open += tree.firstChild(of: node).map { [$0] } ?? []
      case .binary where isChoice(node): open += Array(tree.children(of: node))
      case .unary where tree.token(of: node).kind == .not && holdsChoice(node):
        open += tree.firstChild(of: node).map { [$0] } ?? []
      case .trueLiteral, .falseLiteral, .nilLiteral, .missing: continue
      default: all.append(node)
      }
    }
  }

  /// Adds the conditions of a value such as `a == b and c or d`; a plain `a or d` is a default.
  private mutating func addChoices(of node: LuaNode) {
    var open = [node]
    while let node = open.popLast() {
      guard tree.kind(of: node) == .binary, isChoice(node) else {
        if tree.kind(of: node) == .parenthesized { open += Array(tree.children(of: node)) }
        continue
      }
      guard let left = tree.child(0, of: node), let right = tree.child(1, of: node) else {
        continue
      }
      if tree.token(of: node).kind == .and || isComparison(left) {
        addParts(of: left)
      } else {
        open.append(left)
      }
      open.append(right)
    }
  }

  private func isChoice(_ node: LuaNode) -> Bool {
    [.and, .or].contains(tree.token(of: node).kind)
  }

  /// Whether `not` applies to an `and` or `or` expression.
  private func holdsChoice(_ node: LuaNode) -> Bool {
    guard var inner = tree.firstChild(of: node) else { return false }
    while tree.kind(of: inner) == .parenthesized, let next = tree.firstChild(of: inner) {
      inner = next
    }
    return tree.kind(of: inner) == .binary && isChoice(inner)
  }

  private func isComparison(_ node: LuaNode) -> Bool {
    switch tree.kind(of: node) {
    case .binary: Self.opposites[tree.token(of: node).kind] != nil
    case .unary: tree.token(of: node).kind == .not
    default: false
    }
  }

  private static let opposites: [LuaToken.Kind: String] = [
    .equal: "~=", .unequal: "==", .less: ">=", .greaterOrEqual: "<", .greater: "<=",
    .lessOrEqual: ">",
  ]

  static func opposite(of node: LuaNode, in tree: LuaTree) -> (range: Range<Int>, bytes: [UInt8]) {
    let range = tree.range(of: node)
    let token = tree.token(of: node)
    switch tree.kind(of: node) {
    case .binary:
      if let opposite = opposites[token.kind] {
        return (token.start..<token.end, Array(opposite.utf8))
      }
    case .unary where token.kind == .not:
      if let inner = tree.firstChild(of: node) {
        return (range, Array(tree.text[tree.range(of: inner)]))
      }
    case .name, .field, .indexed, .call, .methodCall:
      return (range, Array("not ".utf8) + tree.text[range])
    default: break
    }
    return (range, Array("not (".utf8) + tree.text[range] + Array(")".utf8))
  }
}
