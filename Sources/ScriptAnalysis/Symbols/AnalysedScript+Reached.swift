import LuaSyntax

extension AnalysedScript {
  private static let comparisons: Set<String> = [
    "assert.equal", "assert.equals", "assert.are.equal", "assert.are.equals", "assert.same",
    "assert.are.same",
  ]

  /// The kind of name that a text is because of its use: it is compared with a name, or it is in a
  /// row of `it.each` whose column is only used as a name.
  func reachedSlot(of node: LuaNode) -> NameSlot? { comparedSlot(of: node) ?? rowSlot(of: node) }

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
