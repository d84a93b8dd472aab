import LuaSyntax

/// Rules about statements: unreachable code, loops and branches.
struct FlowRules {
  let application: LoadedApplication

  func run(_ script: AnalysedScript) {
    for block in script.all(.block) { checkBlock(block, script) }
    for loop in [.whileStatement, .repeatStatement, .numericFor, .genericFor]
      .flatMap({
        script.all($0)
      })
    {
      checkLoop(loop, script)
    }
    for loop in script.all(.numericFor) { checkStep(loop, script) }
    for node in script.all(.ifStatement) { checkBranches(node, script) }
  }

  private func checkBlock(_ block: LuaNode, _ script: AnalysedScript) {
    let tree = script.tree
    let flow = Flow(script: script)
    var previous: LuaNode?
    for node in tree.children(of: block) {
      if let previous, flow.endsStatement(previous), tree.kind(of: node) != .label,
        tree.kind(of: node) != .emptyStatement
      {
        application.report(.deadCode, "This is never reached.", at: node, in: script)
        break
      }
      if let previous { checkSwap(previous, node, script) }
      previous = node
    }
    guard previous == nil, let owner = tree.parent(of: block) else { return }
    switch tree.kind(of: owner) {
    case .ifStatement, .doStatement, .whileStatement, .numericFor, .genericFor:
      guard !hasComment(script, inside: block) else { return }
      application.report(
        .emptyBlock,
        "This block is empty.",
        at: tree.range(of: owner),
        in: script
      )
    default: break
    }
  }

  /// Whether an empty block contains a comment, which explains it.
  private func hasComment(_ script: AnalysedScript, inside block: LuaNode) -> Bool {
    let place = script.tree.tokenRange(of: block).lowerBound
    guard place > 0 else { return false }
    let (start, end) = (script.tree.tokens[place - 1].end, script.tree.tokens[place].start)
    return start < end && script.tree.text[start..<end].contains(UInt8(ascii: "-"))
  }

  private func checkLoop(_ loop: LuaNode, _ script: AnalysedScript) {
    let tree = script.tree
    let block = tree.children(of: loop).first { tree.kind(of: $0) == .block }
    guard let block, let last = tree.lastChild(of: block),
      Flow(script: script).endsStatement(last),
      [.breakStatement, .returnStatement, .ifStatement].contains(tree.kind(of: last)),
      !tree.nodes(from: block).contains(where: { tree.kind(of: $0) == .gotoStatement })
    else { return }
    // `for k in pairs(t) do return k end` and `for …  do return false end` read the first
    // element. With branches that all leave, the other elements were forgotten.
    if tree.kind(of: loop) == .genericFor, tree.kind(of: last) != .ifStatement { return }
    application.report(
      .singlePass,
      "This loop ends in its first iteration.",
      at: last,
      in: script
    )
  }

  private func checkStep(_ loop: LuaNode, _ script: AnalysedScript) {
    let tree = script.tree
    let parts = Array(tree.children(of: loop))
    guard parts.count >= 4 else { return }
    let (start, end) = (parts[1], parts[2])
    if parts.count == 4 {
      let isDown = tree.kind(of: start) == .unary && tree.token(of: start).kind == .hash
      guard let first = number(end, tree),
        isDown && first <= 1 || number(start, tree).map({ $0 > first }) == true
      else { return }
      application.report(
        .wrongStep,
        "This loop counts up, so it never runs. Add the step ', -1'.",
        at: loop,
        in: script,
        fix: ScriptFinding.Fix(
          title: "Add ', -1'",
          range: tree.range(of: end).upperBound..<tree.range(of: end).upperBound,
          text: ", -1"
        )
      )
    } else if number(parts[3], tree) == 0 {
      application.report(.wrongStep, "A step of 0 is an error.", at: parts[3], in: script)
    }
  }

  private func number(_ node: LuaNode, _ tree: LuaTree) -> Double? {
    if tree.kind(of: node) == .unary, tree.token(of: node).kind == .minus {
      return tree.firstChild(of: node).flatMap { number($0, tree) }.map { -$0 }
    }
    return tree.kind(of: node) == .number ? Double(tree.text(of: node)) : nil
  }

  private func checkBranches(_ node: LuaNode, _ script: AnalysedScript) {
    let tree = script.tree
    let parts = Array(tree.children(of: node))
    let blocks = parts.filter { tree.kind(of: $0) == .block && tree.firstChild(of: $0) != nil }
    guard parts.count % 2 == 1, blocks.count * 2 == parts.count + 1 else { return }
    let texts = Set(blocks.map { words(of: $0, tree) })
    guard texts.count == 1 else { return }
    application.report(
      .sameBranches,
      "Every branch does the same.",
      at: node,
      in: script
    )
  }

  private func words(of node: LuaNode, _ tree: LuaTree) -> String {
    tree.tokens[tree.tokenRange(of: node)].map(tree.text).joined(separator: " ")
  }

  /// `a = b` followed by `b = a`.
  private func checkSwap(_ first: LuaNode, _ second: LuaNode, _ script: AnalysedScript) {
    let tree = script.tree
    func sides(_ node: LuaNode) -> (String, String)? {
      guard tree.kind(of: node) == .assignment, let left = tree.firstChild(of: node),
        let right = tree.child(1, of: node), tree.child(1, of: left) == nil,
        tree.child(1, of: right) == nil, let value = tree.firstChild(of: right),
        [.name, .field, .indexed].contains(tree.kind(of: value))
      else { return nil }
      return (tree.text(of: left), tree.text(of: right))
    }
    guard let (left, right) = sides(first), let other = sides(second), left == other.1,
      right == other.0
    else { return }
    application.report(
      .swapped,
      "This does not swap the two. Write '\(left), \(right) = \(right), \(left)'.",
      at: second,
      in: script
    )
  }
}
