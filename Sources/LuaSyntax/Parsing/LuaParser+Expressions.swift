extension LuaParser {
  /// The left and right precedence of an operator, or `nil` for another token.
  private func binding(of kind: LuaToken.Kind) -> (left: Int, right: Int)? {
    switch kind {
    case .or: (1, 1)
    case .and: (2, 2)
    case .less, .greater, .lessOrEqual, .greaterOrEqual, .unequal, .equal: (3, 3)
    case .bar: (4, 4)
    case .tilde: (5, 5)
    case .ampersand: (6, 6)
    case .shiftLeft, .shiftRight: (7, 7)
    case .concat: (9, 8)
    case .plus, .minus: (10, 10)
    case .star, .slash, .floorSlash, .percent: (11, 11)
    case .caret: (14, 13)
    default: nil
    }
  }

  private static let unaryBinding = 12

  mutating func readExpressions() -> LuaNode {
    let first = at
    var list = NodeList()
    readExpressions(into: &list)
    return make(.expressions, from: first, list)
  }

  mutating func readExpressions(into list: inout NodeList) {
    repeat { append(readExpression(), to: &list) } while take(.comma)
  }

  /// Parses an expression with operators above a precedence.
  mutating func readExpression(above limit: Int = 0) -> LuaNode {
    let first = at
    guard enter() else {
      leave()
      return skipExpression()
    }
    defer { leave() }
    var left: LuaNode
    switch kind {
    case .not, .minus, .hash, .tilde:
      at += 1
      left = make(.unary, from: first, around: readExpression(above: Self.unaryBinding))
    default: left = readSimple()
    }
    while let binding = binding(of: kind), binding.left > limit {
      let place = at
      at += 1
      let right = readExpression(above: binding.right)
      left = make(.binary, from: first, token: place, around: left, right)
    }
    return left
  }

  private mutating func readSimple() -> LuaNode {
    switch kind {
    case .number: return readLiteral(.number)
    case .string: return readLiteral(.string)
    case .nil: return readLiteral(.nilLiteral)
    case .true: return readLiteral(.trueLiteral)
    case .false: return readLiteral(.falseLiteral)
    case .dots:
      if takesVarargs.last != true { note(.noVarargs, at: at) }
      return readLiteral(.varargs)
    case .leftBrace: return readTable()
    case .function:
      let first = at
      at += 1
      return readFunctionBody(from: first, keyword: first, isMethod: false)
    default: return readSuffixed()
    }
  }

  private mutating func readLiteral(_ kind: LuaNode.Kind) -> LuaNode {
    at += 1
    return make(kind, from: at - 1)
  }

  mutating func readName() -> LuaNode {
    at += 1
    let node = make(.name, from: at - 1)
    setVariable(scopes.use(tokens[at - 1], node: node), of: node)
    return node
  }

  /// Parses a name or a parenthesized expression, with the fields and calls after it.
  mutating func readSuffixed() -> LuaNode {
    let first = at
    var node: LuaNode
    if kind == .name {
      node = readName()
    } else if take(.leftParenthesis) {
      let inner = readExpression()
      expect(.rightParenthesis, closing: first)
      node = make(.parenthesized, from: first, around: inner)
    } else {
      report(.unexpected)
      return make(.missing, from: at)
    }
    while true {
      switch kind {
      case .dot:
        at += 1
        let place = at
        expect(.name)
        node = make(.field, from: first, token: min(place, at), around: node)
      case .leftBracket:
        let open = at
        at += 1
        let key = readExpression()
        expect(.rightBracket, closing: open)
        node = make(.indexed, from: first, token: open, around: node, key)
      case .colon:
        at += 1
        let place = at
        expect(.name)
        var list = NodeList()
        append(node, to: &list)
        readArguments(into: &list)
        node = make(.methodCall, from: first, token: min(place, at), list)
      case .leftParenthesis, .string, .leftBrace:
        let place = at
        var list = NodeList()
        append(node, to: &list)
        readArguments(into: &list)
        node = make(.call, from: first, token: place, list)
      default: return node
      }
    }
  }

  private mutating func readArguments(into list: inout NodeList) {
    switch kind {
    case .string: append(readLiteral(.string), to: &list)
    case .leftBrace: append(readTable(), to: &list)
    case .leftParenthesis:
      let open = at
      at += 1
      if kind != .rightParenthesis { readExpressions(into: &list) }
      expect(.rightParenthesis, closing: open)
    default: report(.expectedWords("function arguments"))
    }
  }

  private mutating func readTable() -> LuaNode {
    let first = at
    at += 1
    var list = NodeList()
    while kind != .rightBrace, kind != .end {
      let before = at
      append(readItem(), to: &list)
      guard take(.comma) || take(.semicolon) else { break }
      if at == before { break }
    }
    expect(.rightBrace, closing: first)
    return make(.table, from: first, list)
  }

  private mutating func readItem() -> LuaNode {
    let first = at
    if kind == .name, nextKind == .assign {
      at += 2
      return make(.namedItem, from: first, around: readExpression())
    }
    guard take(.leftBracket) else { return make(.item, from: first, around: readExpression()) }
    let key = readExpression()
    expect(.rightBracket, closing: first)
    expect(.assign)
    return make(.keyedItem, from: first, around: key, readExpression())
  }

  /// `first` is the token `function`, or the token after the name; a method has an implicit `self`.
  mutating func readFunctionBody(from first: Int, keyword: Int, isMethod: Bool) -> LuaNode {
    beginBlock(isFunction: true)
    takesVarargs.append(false)
    let parameters = readParameters(isMethod: isMethod)
    let block = readBlock()
    endBlock()
    takesVarargs.removeLast()
    expect(.endWord, closing: keyword)
    return make(.function, from: first, token: keyword, around: parameters, block)
  }

  private mutating func readParameters(isMethod: Bool) -> LuaNode {
    let first = at
    expect(.leftParenthesis)
    var list = NodeList()
    var declarations: [(LuaNode, Int)] = []
    if kind != .rightParenthesis {
      repeat {
        if kind == .dots {
          at += 1
          append(make(.variadic, from: at - 1), to: &list)
          takesVarargs[takesVarargs.count - 1] = true
          break
        }
        guard kind == .name else {
          report(.expectedWords("<name> or '...'"))
          break
        }
        at += 1
        let declaration = make(.declaration, from: at - 1)
        append(declaration, to: &list)
        declarations.append((declaration, at - 1))
      } while take(.comma)
    }
    expect(.rightParenthesis)
    let node = make(.parameters, from: first, list)
    if isMethod { declare(node, .implicitSelf, token: first) }
    for (declaration, place) in declarations { declare(declaration, .parameter, token: place) }
    return node
  }
}
