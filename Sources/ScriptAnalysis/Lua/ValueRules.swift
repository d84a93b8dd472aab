import LuaSyntax

/// Rules about expressions: comparisons, tables and assignments.
struct ValueRules {
  let application: LoadedApplication

  func run(_ script: AnalysedScript) {
    for node in script.all(.binary) { checkComparison(node, script) }
    for table in script.all(.table) { checkKeys(table, script) }
    for node in script.all(.assignment) { checkBalance(node, script) }
    for node in script.all(.local) { checkBalance(node, script) }
  }

  private static let comparisons: Set<LuaToken.Kind> = [
    .equal, .unequal, .less, .lessOrEqual, .greater, .greaterOrEqual,
  ]

  private func checkComparison(_ node: LuaNode, _ script: AnalysedScript) {
    let tree = script.tree
    let sign = tree.token(of: node).kind
    guard Self.comparisons.contains(sign), let left = tree.firstChild(of: node),
      let right = tree.child(1, of: node)
    else { return }
    checkNot(node, left, right, sign, script)
    for side in [left, right] {
      if [.table, .function].contains(tree.kind(of: side)), sign == .equal || sign == .unequal {
        application.report(
          .literalCompare,
          "A new \(tree.kind(of: side) == .table ? "table" : "function") is never equal to anything"
            + " else.",
          at: node,
          in: script
        )
      }
      if isNaN(side, tree) {
        application.report(
          .nanCompare,
          "0/0 equals nothing, not even itself. Write 'x ~= x'.",
          at: node,
          in: script
        )
      }
    }
  }

  /// `not a == b`, which compares a boolean.
  private func checkNot(
    _ node: LuaNode,
    _ left: LuaNode,
    _ right: LuaNode,
    _ sign: LuaToken.Kind,
    _ script: AnalysedScript
  ) {
    let tree = script.tree
    guard tree.kind(of: left) == .unary, tree.token(of: left).kind == .not,
      ![.trueLiteral, .falseLiteral].contains(tree.kind(of: right)),
      !(tree.kind(of: right) == .unary && tree.token(of: right).kind == .not)
    else { return }
    let words = "\(tree.text(of: left).dropFirst(3).trimmingPrefix { $0 == " " })"
    let isPlain = sign == .equal || sign == .unequal
    let advice =
      sign == .equal ? "\(words) ~= \(tree.text(of: right))" : "not (… \(sign.spelling) …)"
    application.report(
      .wrongNot,
      "'not' binds first, so this compares a boolean. Write '\(advice)'.",
      at: node,
      in: script,
      fix: isPlain && sign == .equal
        ? ScriptFinding.Fix(title: "Write '\(advice)'", range: tree.range(of: node), text: advice)
        : nil
    )
  }

  private func isNaN(_ node: LuaNode, _ tree: LuaTree) -> Bool {
    tree.kind(of: node) == .binary && tree.token(of: node).kind == .slash
      && tree.children(of: node)
        .allSatisfy { tree.kind(of: $0) == .number && Double(tree.text(of: $0)) == 0 }
  }

  private func checkKeys(_ table: LuaNode, _ script: AnalysedScript) {
    let tree = script.tree
    var seen: [String: LuaNode] = [:]
    for item in tree.children(of: table) {
      let key: String?
      switch tree.kind(of: item) {
      case .namedItem: key = tree.name(of: item)
      case .keyedItem:
        let node = tree.firstChild(of: item)
        let isNumber = node.map { tree.kind(of: $0) == .number } ?? false
        key = node.flatMap { isNumber ? "[\(tree.text(of: $0))]" : tree.string(of: $0) }
      default: key = nil
      }
      guard let key else { continue }
      if let first = seen[key] {
        application.report(
          .duplicateKey,
          "'\(key)' is set in line \(script.line(of: first)) already. The last value wins.",
          at: item,
          in: script
        )
      }
      seen[key] = item
    }
  }

  private func checkBalance(_ node: LuaNode, _ script: AnalysedScript) {
    let tree = script.tree
    let parts = Array(tree.children(of: node))
    guard let values = parts.last, tree.kind(of: values) == .expressions else { return }
    let isLocal = tree.kind(of: node) == .local
    let targetCount =
      isLocal ? parts.count - 1 : tree.children(of: parts[0]).reduce(0) { n, _ in n + 1 }
    let list = Array(tree.children(of: values))
    guard let last = list.last, ![.call, .methodCall, .varargs].contains(tree.kind(of: last)) else {
      return
    }
    if list.count > targetCount {
      application.report(
        .unbalanced,
        "\(list.count) values for \(targetCount): the rest is discarded.",
        at: node,
        in: script
      )
    } else if !isLocal, list.count < targetCount {
      application.report(
        .unbalanced,
        "\(list.count) values for \(targetCount): the rest becomes nil.",
        at: node,
        in: script
      )
    }
  }
}
