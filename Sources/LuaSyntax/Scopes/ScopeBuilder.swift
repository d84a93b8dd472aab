/// Resolves the variables of a script during parsing, as Lua's own compiler does.
struct ScopeBuilder {
  /// The maximum number of local variables in one function.
  private static let localLimit = 200

  private struct Block {
    /// The number of active variables at its start.
    let activeCount: Int
    let isFunction: Bool
    /// The number of hidden variables in it and its enclosing blocks of the same function.
    var hidden: Int
  }

  private let text: [UInt8]
  private var names = NameTable()
  /// The current variable for each name, negative for a global one.
  private var current: [Int32] = []
  private var active: [(name: Int, variable: Int)] = []
  private var blocks: [Block] = []
  private var functionStarts: [Int] = []
  private var variables: [LuaVariable] = []
  private var references: [LuaReference] = []

  init(_ text: [UInt8]) { self.text = text }

  /// The number of enclosing functions.
  var depth: Int { functionStarts.count }

  /// The number of variables in scope, including those of enclosing functions.
  var activeCount: Int { active.count }

  func activeName(_ place: Int) -> String {
    active.indices.contains(place) ? variables[active[place].variable].name : ""
  }

  /// Begins a block; `hidden` is the number of Lua's internal loop variables.
  mutating func beginBlock(isFunction: Bool = false, hidden: Int = 0) {
    if isFunction { functionStarts.append(active.count) }
    let around = isFunction ? 0 : blocks.last?.hidden ?? 0
    blocks.append(Block(activeCount: active.count, isFunction: isFunction, hidden: around + hidden))
  }

  mutating func endBlock(at offset: Int) {
    guard let block = blocks.popLast() else { return }
    while active.count > block.activeCount {
      let (name, number) = active.removeLast()
      let start = variables[number].scope.lowerBound
      variables[number].scope = start..<max(start, offset)
      current[name] = Int32(truncatingIfNeeded: variables[number].shadowed ?? -1)
    }
    if block.isFunction { functionStarts.removeLast() }
  }

  /// Declares a variable from an offset on; returns its index, and whether there are too many.
  mutating func declare(
    _ token: LuaToken,
    kind: LuaVariable.Kind,
    node: LuaNode,
    attribute: String = "",
    from offset: Int
  ) -> (number: Int, isTooMany: Bool) {
    let isSelf = kind == .implicitSelf
    let name = isSelf ? selfName : number(of: token)
    let variable = LuaVariable(
      kind: kind,
      declaration: node,
      name: isSelf ? "self" : String(decoding: text[token.start..<token.end], as: UTF8.self),
      depth: depth,
      scope: offset..<max(offset, text.count),
      attribute: attribute,
      shadowed: current[name] < 0 ? nil : Int(current[name])
    )
    variables.append(variable)
    current[name] = Int32(truncatingIfNeeded: variables.count - 1)
    active.append((name, variables.count - 1))
    let own = active.count - (functionStarts.last ?? 0) + (blocks.last?.hidden ?? 0)
    return (variables.count - 1, own > Self.localLimit)
  }

  /// Records the use of a name; returns the index of its variable, negative for a global one.
  mutating func use(_ token: LuaToken, node: LuaNode) -> Int32 {
    let variable = current[number(of: token)]
    let known = variable < 0 ? nil : Int(variable)
    references.append(LuaReference(node: node, variable: known, depth: depth))
    return variable
  }

  mutating func isLocal(_ token: LuaToken) -> Bool { current[number(of: token)] >= 0 }

  /// Records a use of a local variable that may read or set it, and returns its index.
  mutating func useLoosely(_ token: LuaToken, node: LuaNode) -> Int32 {
    let variable = current[number(of: token)]
    for isWrite in [false, true] {
      var use = LuaReference(node: node, variable: Int(variable), depth: depth)
      use.isWrite = isWrite
      references.append(use)
    }
    return variable
  }

  /// Marks names as set: the targets of an assignment, in their order.
  mutating func noteWrites(of nodes: [LuaNode]) {
    // They are among the most recent uses, in the same order.
    var place = references.count - 1
    for node in nodes.reversed() {
      while place >= 0, references[place].node != node { place -= 1 }
      if place >= 0 { references[place].isWrite = true }
    }
  }

  func attribute(of variable: Int32) -> String {
    variable < 0 ? "" : variables[Int(variable)].attribute
  }

  func finished() -> LuaScopes { LuaScopes(variables: variables, references: references) }

  private mutating func number(of token: LuaToken) -> Int {
    let number = names.number(of: token, in: text) + 1
    while current.count <= number { current.append(-1) }
    // `self` always has the number 0, implicit or not.
    guard token.end - token.start == 4,
      text[token.start..<token.end].elementsEqual("self".utf8)
    else { return number }
    return 0
  }

  private var selfName: Int {
    mutating get {
      if current.isEmpty { current.append(-1) }
      return 0
    }
  }
}
