import LuaSyntax

extension AnalysedScript {
  /// How far a type is followed through calls, tables and functions.
  static let typeDepth = 12

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
  func declaredType(of node: LuaNode, depth: Int = typeDepth) -> DeclaredType? {
    guard depth > 0 else { return nil }
    let node = value(of: node)
    switch tree.kind(of: node) {
    case .name:
      guard let variable = tree.variable(of: node) else {
        return DeclaredTypes.api.type(ofPath: tree.name(of: node))
      }
      return list(iteratedBy: variable)
        .flatMap { declaredType(of: $0, depth: depth - 1)?.entry.map(DeclaredTypes.api.expanded) }
        ?? parameterType(variable, depth: depth - 1)
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

  /// The list of `for _, x in ipairs(list)`, for the variable `x`.
  func list(iteratedBy variable: Int) -> LuaNode? {
    let found = tree.scopes.variables[variable]
    guard found.kind == .loop, let loop = tree.parent(of: found.declaration),
      tree.child(1, of: loop) == found.declaration
    else { return nil }
    let call = tree.children(of: loop).lazy
      .compactMap { [tree] in tree.kind(of: $0) == .expressions ? tree.firstChild(of: $0) : $0 }
      .first { [tree] in tree.kind(of: $0) == .call }
    guard let call, callee(of: call) == "ipairs" else { return nil }
    return arguments(of: call).first
  }

  /// The expressions whose place can have a declared type: arguments, entries, results, operands.
  var typedPlaces: [LuaNode] {
    (all(.call) + all(.methodCall)).flatMap(arguments)
      + (all(.item) + all(.namedItem)).compactMap(tree.firstChild)
      + (all(.returnStatement) + all(.binary)).flatMap { Array(tree.children(of: $0)) }
  }
}
