/// Parses tokens into a tree, as Lua 5.4 does.
///
/// After a mistake, it continues at the start of a statement and drops the problems in between.
struct LuaParser {
  /// The maximum nesting depth of statements and expressions: less than Lua's 200, to limit stack
  /// use.
  private static let depthLimit = 64

  let text: [UInt8]
  let tokens: [LuaToken]
  var at = 0
  private(set) var nodes: [LuaNodeRecord] = []
  private(set) var ownProblems: [LuaSyntaxProblem] = []
  var scopes: ScopeBuilder
  var labels = LabelBuilder()
  /// The token after the most recent labels, to determine whether a block ends there.
  var labelsEnd = 0
  /// Whether each enclosing function takes `...`.
  var takesVarargs = [true]
  private var depth = 0
  /// The first token at which problems are reported again.
  private var quietUntil = 0

  init(text: [UInt8], tokens: [LuaToken]) {
    self.text = text
    self.tokens = tokens
    scopes = ScopeBuilder(text)
    nodes.reserveCapacity(tokens.count * 3 / 2)
  }

  var problems: [LuaSyntaxProblem] { ownProblems + labels.problems }

  /// Whether there are too many problems to continue.
  var isStopped: Bool { ownProblems.count >= LuaSyntaxProblem.limit }

  mutating func readChunk() -> LuaNode {
    beginBlock(isFunction: true)
    var list = NodeList()
    append(readBlock(), to: &list)
    while kind != .end, !isStopped {
      // An extra `end`, or a statement after a `return`.
      let first = at
      report(.expected(.end))
      at += 1
      append(make(.broken, from: first), to: &list)
      quietUntil = tokens.count
      append(readBlock(), to: &list)
    }
    endBlock()
    if isStopped { at = tokens.count - 1 }
    at += 1
    let root = make(.chunk, from: 0, list)
    at -= 1
    return root
  }

  // MARK: Tokens

  var token: LuaToken { tokens[at] }
  var kind: LuaToken.Kind { tokens[at].kind }
  var nextKind: LuaToken.Kind { at + 1 < tokens.count ? tokens[at + 1].kind : .end }

  /// Consumes the next token if it has a kind.
  mutating func take(_ wanted: LuaToken.Kind) -> Bool {
    guard kind == wanted else { return false }
    at += 1
    return true
  }

  /// Consumes a token that must be next.
  mutating func expect(_ wanted: LuaToken.Kind) {
    if !take(wanted) { report(.expected(wanted)) }
  }

  mutating func expect(_ wanted: LuaToken.Kind, closing opening: Int) {
    guard !take(wanted) else { return }
    let open = tokens[opening]
    report(.unclosed(wanted, opening: open.kind, at: open.start))
  }

  // MARK: Problems

  mutating func report(_ reason: LuaSyntaxProblem.Reason) { report(reason, at: at) }

  /// Reports a problem at a token, unless an earlier problem caused it.
  mutating func report(_ reason: LuaSyntaxProblem.Reason, at place: Int) {
    guard place >= quietUntil else { return }
    quietUntil = place + 1
    note(reason, at: place)
  }

  /// Reports a problem that does not affect the parsing.
  mutating func note(_ reason: LuaSyntaxProblem.Reason, at place: Int) {
    guard !isStopped else { return }
    let token = tokens[place]
    ownProblems.append(LuaSyntaxProblem(reason, start: token.start, end: token.end))
  }

  /// Enters one more level, and returns whether it is within the limit; ``leave()`` leaves it.
  mutating func enter() -> Bool {
    depth += 1
    if depth < Self.depthLimit { return true }
    note(.tooDeep, at: at)
    return false
  }

  mutating func leave() { depth -= 1 }

  // MARK: Nodes

  /// The children of a node under construction.
  struct NodeList {
    var first: Int32 = -1
    var last: Int32 = -1
  }

  mutating func append(_ node: LuaNode, to list: inout NodeList) {
    if list.last < 0 { list.first = node.number } else { nodes[Int(list.last)].next = node.number }
    list.last = node.number
  }

  /// Creates a node that starts at a token, with its children.
  mutating func make(
    _ kind: LuaNode.Kind,
    from first: Int,
    token: Int? = nil,
    _ list: NodeList = NodeList()
  ) -> LuaNode {
    let node = LuaNode(number: Int32(truncatingIfNeeded: nodes.count))
    var record = LuaNodeRecord(
      kind: kind,
      first: Int32(truncatingIfNeeded: first),
      end: Int32(truncatingIfNeeded: at),
      token: Int32(truncatingIfNeeded: token ?? first)
    )
    record.child = list.first
    nodes.append(record)
    var child = list.first
    while child >= 0 {
      nodes[Int(child)].parent = node.number
      child = nodes[Int(child)].next
    }
    return node
  }

  mutating func make(
    _ kind: LuaNode.Kind,
    from first: Int,
    token: Int? = nil,
    around child: LuaNode,
    _ second: LuaNode? = nil
  ) -> LuaNode {
    var list = NodeList()
    append(child, to: &list)
    if let second { append(second, to: &list) }
    return make(kind, from: first, token: token, list)
  }

  func first(of node: LuaNode) -> Int { Int(nodes[Int(node.number)].first) }
  func kind(of node: LuaNode) -> LuaNode.Kind { nodes[Int(node.number)].kind }
  func variable(of node: LuaNode) -> Int32 { nodes[Int(node.number)].variable }

  mutating func setVariable(_ variable: Int32, of node: LuaNode) {
    nodes[Int(node.number)].variable = variable
  }

  // MARK: Blocks

  mutating func beginBlock(isFunction: Bool = false, isLoop: Bool = false, hidden: Int = 0) {
    labels.beginBlock(
      activeCount: scopes.activeCount,
      isFunction: isFunction,
      isLoop: isLoop
    )
    scopes.beginBlock(isFunction: isFunction, hidden: hidden)
  }

  mutating func endBlock() {
    scopes.endBlock(at: token.start)
    labels.endBlock()
  }

  /// Declares a variable that is in scope from the next token on.
  mutating func declare(
    _ node: LuaNode,
    _ kind: LuaVariable.Kind,
    attribute: String = "",
    token place: Int
  ) {
    let (number, isTooMany) = scopes.declare(
      tokens[place],
      kind: kind,
      node: node,
      attribute: attribute,
      from: token.start
    )
    if kind != .implicitSelf { setVariable(Int32(truncatingIfNeeded: number), of: node) }
    if isTooMany { report(.tooManyLocals, at: place) }
  }

  func text(of place: Int) -> String {
    String(decoding: text[tokens[place].start..<tokens[place].end], as: UTF8.self)
  }
}
