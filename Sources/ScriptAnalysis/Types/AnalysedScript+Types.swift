import LuaSyntax

extension AnalysedScript {
  /// How far a type is followed through calls, tables and functions.
  private static let typeDepth = 12

  /// The declared type that the place of an expression has, or `nil`.
  func expectedType(of node: LuaNode, depth: Int = typeDepth) -> DeclaredType? {
    guard depth > 0, let parent = tree.parent(of: node) else { return nil }
    switch tree.kind(of: parent) {
    case .parenthesized: return expectedType(of: parent, depth: depth - 1)
    case .call, .methodCall:
      guard let place = arguments(of: parent).firstIndex(of: node) else { return nil }
      return calleeType(of: parent, depth: depth - 1)?.parameter(place)
        .map(DeclaredTypes.api.expanded)
    case .item:
      return tree.parent(of: parent).flatMap { expectedType(of: $0, depth: depth - 1)?.entry }
        .map(DeclaredTypes.api.expanded)
    case .namedItem:
      guard let table = tree.parent(of: parent),
        let type = expectedType(of: table, depth: depth - 1)
      else { return nil }
      return DeclaredTypes.api.field(tree.name(of: parent), of: type)
    case .returnStatement:
      guard tree.firstChild(of: parent) == node, let function = function(around: parent) else {
        return nil
      }
      return expectedType(of: function, depth: depth - 1)?.result.map(DeclaredTypes.api.expanded)
    case .binary: return expectedType(of: node, in: parent, depth: depth - 1)
    default: return nil
    }
  }

  // MARK: Values that reach another place

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
    return declaredType(of: other, depth: Self.typeDepth)?.slot
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
      let parameters = tree.children(of: function).first(where: { tree.kind(of: $0) == .parameters }
      ),
      let column, let parameter = Array(tree.children(of: parameters)).dropFirst(column).first,
      let variable = tree.variable(of: parameter)
    else { return nil }
    let slots = references(to: variable).map { use in
      expectedType(of: use.node)?.slot ?? comparedSlot(of: use.node)
    }
    guard let first = slots.first ?? nil, slots.allSatisfy({ $0 != nil }) else { return nil }
    let names = Set(slots)
    if names.count == 1 { return first }
    return names.isSubset(of: [.route, .target]) ? .target : nil
  }

  private func expectedType(
    of node: LuaNode,
    in operation: LuaNode,
    depth: Int
  ) -> DeclaredType? {
    switch tree.token(of: operation).kind {
    case .and, .or: return expectedType(of: operation, depth: depth)
    case .equal, .unequal:
      let other = tree.children(of: operation).first { $0 != node }
      return other.flatMap { declaredType(of: $0, depth: depth) }
    default: return nil
    }
  }

  /// The type of the values of an expression, or `nil`.
  private func declaredType(of node: LuaNode, depth: Int) -> DeclaredType? {
    guard depth > 0 else { return nil }
    let node = value(of: node)
    switch tree.kind(of: node) {
    case .name:
      guard let variable = tree.variable(of: node) else {
        return DeclaredTypes.api.type(ofPath: tree.name(of: node))
      }
      return parameterType(variable, depth: depth - 1)
    case .field:
      guard let base = tree.firstChild(of: node),
        let type = declaredType(of: base, depth: depth - 1)
      else { return nil }
      return DeclaredTypes.api.field(tree.name(of: node), of: type)
    case .call, .methodCall:
      return calleeType(of: node, depth: depth - 1)?.result.map(DeclaredTypes.api.expanded)
    default: return nil
    }
  }

  private func calleeType(of call: LuaNode, depth: Int) -> DeclaredType? {
    guard let first = tree.firstChild(of: call) else { return nil }
    let type = declaredType(of: first, depth: depth)
    guard tree.kind(of: call) == .methodCall else { return type }
    return type.flatMap { DeclaredTypes.api.field(tree.name(of: call), of: $0) }
  }

  /// The type of the parameter of a function literal, by the place of the function.
  private func parameterType(_ variable: Int, depth: Int) -> DeclaredType? {
    let found = tree.scopes.variables[variable]
    guard found.kind == .parameter, let parameters = tree.parent(of: found.declaration),
      let function = tree.parent(of: parameters),
      let place = Array(tree.children(of: parameters)).firstIndex(of: found.declaration)
    else { return nil }
    return expectedType(of: function, depth: depth)?.parameter(place)
      .map(DeclaredTypes.api.expanded)
  }

  /// The expressions whose place can have a declared type: arguments, entries, results, operands.
  var typedPlaces: [LuaNode] {
    (all(.call) + all(.methodCall)).flatMap(arguments)
      + (all(.item) + all(.namedItem)).compactMap(tree.firstChild)
      + (all(.returnStatement) + all(.binary)).flatMap { Array(tree.children(of: $0)) }
  }
}
