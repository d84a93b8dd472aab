/// Skips parts that exceed the nesting limit: their tokens stay in the tree, and parsing continues.
extension LuaParser {
  /// The number of open brackets and blocks among skipped tokens.
  private struct Nesting {
    var brackets = 0
    var blocks = 0
    var isFlat: Bool { brackets == 0 && blocks == 0 }

    /// Updates the nesting for a token; returns false if the token closes an outer level.
    mutating func take(_ kind: LuaToken.Kind) -> Bool {
      switch kind {
      case .leftParenthesis, .leftBrace, .leftBracket: brackets += 1
      case .rightParenthesis, .rightBrace, .rightBracket:
        guard brackets > 0 else { return false }
        brackets -= 1
      // The `do` of a loop opens its block.
      case .function, .if, .do, .repeat: blocks += 1
      case .endWord, .until:
        guard blocks > 0 else { return false }
        blocks -= 1
      default: break
      }
      return true
    }
  }

  mutating func skipExpression() -> LuaNode {
    let first = at
    var nesting = Nesting()
    var list = NodeList()
    while kind != .end {
      if nesting.isFlat, at > first, endsExpression { break }
      if nesting.isFlat, [.comma, .semicolon, .then, .else, .elseif, .assign].contains(kind) {
        break
      }
      // A `do` after the condition of a loop.
      if nesting.isFlat, kind == .do { break }
      guard nesting.take(kind) else { break }
      pass(&list)
    }
    return make(.missing, from: first, list)
  }

  /// Whether an expression ends here, because the last and the next token cannot belong together.
  private var endsExpression: Bool {
    switch tokens[at - 1].kind {
    case .name, .number, .string, .nil, .true, .false, .dots, .endWord, .rightParenthesis,
      .rightBrace, .rightBracket:
      switch kind {
      case .name, .local, .return, .if, .for, .while, .repeat, .function, .goto, .break,
        .doubleColon:
        true
      default: false
      }
    default: false
    }
  }

  mutating func skipBlock() -> LuaNode {
    let first = at
    var nesting = Nesting()
    var list = NodeList()
    while kind != .end {
      if endsBlock, nesting.blocks == 0 { break }
      // An unbalanced closing bracket does not end the block.
      _ = nesting.take(kind)
      pass(&list)
    }
    return make(.broken, from: first, list)
  }

  /// Skips a token; if it is the name of a local variable, it counts as read and set.
  private mutating func pass(_ list: inout NodeList) {
    let place = at
    at += 1
    let isField = place > 0 && [.dot, .colon].contains(tokens[place - 1].kind)
    guard tokens[place].kind == .name, !isField, scopes.isLocal(tokens[place]) else { return }
    let node = make(.name, from: place)
    setVariable(scopes.useLoosely(tokens[place], node: node), of: node)
    append(node, to: &list)
  }
}
