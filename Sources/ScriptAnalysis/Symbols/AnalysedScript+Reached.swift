import LuaSyntax

extension AnalysedScript {
  private static let comparisons: Set<String> = [
    "assert.equal", "assert.equals", "assert.are.equal", "assert.are.equals", "assert.same",
    "assert.are.same",
  ]

  /// The kind of name that a text is because of its use: it is compared with a name, it is the
  /// target of a rewrite, or it is in a row of `it.each` or in a list of a loop whose variable is
  /// only used as a name.
  func reachedSlot(of node: LuaNode) -> NameSlot? {
    comparedSlot(of: node) ?? rewrittenSlot(of: node) ?? rowSlot(of: node) ?? listSlot(of: node)
  }

  /// The first entry of `router.rewrite { "/x" }`.
  private func rewrittenSlot(of node: LuaNode) -> NameSlot? {
    guard let item = tree.parent(of: node), tree.kind(of: item) == .item,
      let table = tree.parent(of: item), tree.firstChild(of: table) == item,
      let call = tree.parent(of: table), tree.kind(of: call) == .call,
      callee(of: call) == "router.rewrite"
    else { return nil }
    return .target
  }

  /// An entry of the list in `for _, name in ipairs { … }`.
  private func listSlot(of node: LuaNode) -> NameSlot? {
    guard let item = tree.parent(of: node), tree.kind(of: item) == .item,
      let list = tree.parent(of: item), let call = tree.parent(of: list),
      tree.kind(of: call) == .call, callee(of: call) == "ipairs"
    else { return nil }
    let loop = tree.scopes.variables.indices.first { self.list(iteratedBy: $0) == list }
    return loop.flatMap(slot(ofUsesOf:))
  }

  private func comparedSlot(of node: LuaNode) -> NameSlot? {
    guard let call = tree.parent(of: node), tree.kind(of: call) == .call,
      let function = callee(of: call), Self.comparisons.contains(function)
    else { return nil }
    let values = arguments(of: call).prefix(2)
    guard values.count == 2, values.contains(node), let other = values.first(where: { $0 != node })
    else { return nil }
    return declaredType(of: other)?.slot
  }

  private func rowSlot(of node: LuaNode) -> NameSlot? {
    guard let item = tree.parent(of: node), tree.kind(of: item) == .item,
      let row = tree.parent(of: item), let place = tree.parent(of: row)
    else { return nil }
    let isRow = tree.kind(of: place) == .item
    let column = isRow ? Array(tree.children(of: row)).firstIndex(of: item) : 0
    guard let rows = isRow ? tree.parent(of: place) : row, let each = tree.parent(of: rows),
      tree.kind(of: each) == .call, ["it.each", "describe.each"].contains(callee(of: each)),
      let test = tree.parent(of: each), tree.kind(of: test) == .call,
      let function = arguments(of: test).last, tree.kind(of: function) == .function,
      let parameters = tree.children(of: function)
        .first(where: { tree.kind(of: $0) == .parameters }
        ),
      let column, let parameter = Array(tree.children(of: parameters)).dropFirst(column).first,
      let variable = tree.variable(of: parameter)
    else { return nil }
    return slot(ofUsesOf: variable)
  }

  /// The kind of name that each use of a variable expects.
  private func slot(ofUsesOf variable: Int) -> NameSlot? {
    let slots = references(to: variable)
      .map { use in
        expectedType(of: use.node)?.slot ?? comparedSlot(of: use.node)
      }
    guard let first = slots.first ?? nil, slots.allSatisfy({ $0 != nil }) else { return nil }
    let names = Set(slots)
    if names.count == 1 { return first }
    return names.isSubset(of: [.route, .target]) ? .target : nil
  }
}
