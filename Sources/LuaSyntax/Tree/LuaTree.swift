/// A script as a syntax tree; any bytes can be parsed.
///
/// Tokens and nodes are in flat arrays, so that a tree of any depth is created, read and released
/// without recursion.
///
/// ```swift
/// let tree = LuaTree(Array("local a = 1".utf8))
/// tree.problems.isEmpty  // true
/// tree.kind(of: tree.root)  // .chunk
/// ```
package struct LuaTree: Sendable {
  package let text: [UInt8]
  /// The tokens, the last one of kind ``LuaToken/Kind/end``.
  package let tokens: [LuaToken]
  /// The mistakes, in source order, without consequences of other mistakes.
  package let problems: [LuaSyntaxProblem]
  package let scopes: LuaScopes
  let nodes: [LuaNodeRecord]

  package let root: LuaNode

  /// Parses a text of up to `limit` bytes in linear time; stops after ``LuaSyntaxProblem/limit``
  /// mistakes.
  package init(_ text: [UInt8], limit: Int = 1 << 30) {
    self.text = text
    let read = text.count <= limit ? text : []
    let (tokens, problems) = LuaLexer.tokens(of: read)
    self.tokens = tokens
    var parser = LuaParser(text: read, tokens: tokens)
    root = parser.readChunk()
    nodes = parser.nodes
    scopes = parser.scopes.finished()
    // Lexer problems precede parser problems at the same offset.
    let all = (problems + parser.problems).sorted { $0.start < $1.start }
    self.problems =
      read.count == text.count
      ? Array(all.prefix(LuaSyntaxProblem.limit))
      : [LuaSyntaxProblem(.tooLarge(limit: limit), start: 0, end: 0)]
  }

  // MARK: Nodes

  package func kind(of node: LuaNode) -> LuaNode.Kind { record(node).kind }

  /// The parent of a node, or `nil` for the root.
  package func parent(of node: LuaNode) -> LuaNode? { known(record(node).parent) }

  package func firstChild(of node: LuaNode) -> LuaNode? { known(record(node).child) }

  package func next(after node: LuaNode) -> LuaNode? { known(record(node).next) }

  /// The children in source order.
  package func children(of node: LuaNode) -> LuaChildren {
    LuaChildren(nodes: nodes, upcoming: record(node).child)
  }

  package func child(_ place: Int, of node: LuaNode) -> LuaNode? {
    var child = firstChild(of: node)
    for _ in 0..<place { child = child.flatMap { next(after: $0) } }
    return child
  }

  package func lastChild(of node: LuaNode) -> LuaNode? {
    children(of: node).reduce(nil) { $1 }
  }

  /// The most significant token of a node: a name, an operator, a literal, or the first word.
  package func token(of node: LuaNode) -> LuaToken { tokens[Int(record(node).token)] }

  /// The byte range of a node, without white space and comments around it.
  package func range(of node: LuaNode) -> Range<Int> {
    let record = record(node)
    let start = tokens[Int(record.first)].start
    return start..<max(start, record.end > record.first ? tokens[Int(record.end) - 1].end : start)
  }

  package func tokenRange(of node: LuaNode) -> Range<Int> {
    let record = record(node)
    return Int(record.first)..<max(Int(record.first), Int(record.end))
  }

  /// All nodes of a subtree in source order, each before its children.
  package func nodes(from start: LuaNode) -> LuaPreorder { LuaPreorder(nodes: nodes, start: start) }

  /// The nodes by the raw value of their kind, each list ordered by index.
  package var nodesByKind: [[LuaNode]] {
    var lists: [[LuaNode]] = Array(repeating: [], count: Int(LuaNode.Kind.missing.rawValue) + 1)
    for (number, record) in nodes.enumerated() {
      lists[Int(record.kind.rawValue)].append(LuaNode(number: Int32(truncatingIfNeeded: number)))
    }
    return lists
  }

  func record(_ node: LuaNode) -> LuaNodeRecord { nodes[Int(node.number)] }

  private func known(_ number: Int32) -> LuaNode? { number < 0 ? nil : LuaNode(number: number) }

  // MARK: Texts

  package func text(of token: LuaToken) -> String {
    String(decoding: text[token.start..<token.end], as: UTF8.self)
  }

  package func text(of node: LuaNode) -> String {
    String(decoding: text[range(of: node)], as: UTF8.self)
  }

  /// The name of a node: a variable, field, method, label, or named item.
  package func name(of node: LuaNode) -> String { text(of: token(of: node)) }

  /// The value of a string literal, or `nil` for any other node.
  package func string(of node: LuaNode) -> String? {
    guard kind(of: node) == .string else { return nil }
    let token = token(of: node)
    return String(
      decoding: LuaLiteral.bytes(ofString: text[token.start..<token.end]),
      as: UTF8.self
    )
  }

  /// The returns of a function, without those of nested functions.
  package func returns(of function: LuaNode) -> [LuaNode] {
    var returns: [LuaNode] = []
    var nodes = nodes(from: function)
    var place = nodes.next()
    while let node = place {
      if kind(of: node) == .returnStatement { returns.append(node) }
      let isInner = kind(of: node) == .function && node != function
      place = isInner ? nodes.skipChildren() : nodes.next()
    }
    return returns
  }

  /// The text, reassembled from the nodes.
  package var printed: [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    var token = 0
    func print(upTo end: Int) {
      while token < end {
        let from = token == 0 ? 0 : tokens[token - 1].end
        result += text[from..<tokens[token].end]
        token += 1
      }
    }
    var place: LuaNode? = root
    while let node = place {
      print(upTo: Int(record(node).first))
      if let child = firstChild(of: node) {
        place = child
        continue
      }
      place = nil
      var ended: LuaNode? = node
      while let last = ended, place == nil {
        print(upTo: Int(record(last).end))
        place = next(after: last)
        ended = parent(of: last)
      }
    }
    return result + text[(tokens.last?.end ?? 0)...]
  }
}

package struct LuaChildren: Sequence, IteratorProtocol {
  let nodes: [LuaNodeRecord]
  var upcoming: Int32

  package mutating func next() -> LuaNode? {
    guard upcoming >= 0 else { return nil }
    defer { upcoming = nodes[Int(upcoming)].next }
    return LuaNode(number: upcoming)
  }
}

/// The nodes of a subtree, each before its children.
package struct LuaPreorder: Sequence, IteratorProtocol {
  private let nodes: [LuaNodeRecord]
  private let start: Int32
  private var last: Int32 = -1
  private var hasEnded = false

  init(nodes: [LuaNodeRecord], start: LuaNode) {
    self.nodes = nodes
    self.start = start.number
  }

  package mutating func next() -> LuaNode? {
    guard !hasEnded else { return nil }
    guard last >= 0 else {
      last = start
      return LuaNode(number: start)
    }
    let child = nodes[Int(last)].child
    guard child < 0 else {
      last = child
      return LuaNode(number: child)
    }
    return skipChildren()
  }

  /// Advances past the children of the last returned node.
  package mutating func skipChildren() -> LuaNode? {
    var place = last
    while place >= 0, place != start {
      let next = nodes[Int(place)].next
      guard next < 0 else {
        last = next
        return LuaNode(number: next)
      }
      place = nodes[Int(place)].parent
    }
    hasEnded = true
    return nil
  }
}
