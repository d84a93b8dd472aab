extension LuaParser {
  var endsBlock: Bool {
    guard !isStopped else { return true }
    return switch kind {
    case .end, .endWord, .else, .elseif, .until: true
    default: false
    }
  }

  /// Parses statements up to the end of their block; the variables of the block stay in scope.
  mutating func readBlock() -> LuaNode {
    let first = at
    var list = NodeList()
    while !endsBlock {
      let isReturn = kind == .return
      append(readStatement(), to: &list)
      if isReturn { break }
    }
    return make(.block, from: first, list)
  }

  private mutating func readScopedBlock(isLoop: Bool = false) -> LuaNode {
    beginBlock(isLoop: isLoop)
    let block = readBlock()
    endBlock()
    return block
  }

  private mutating func readStatement() -> LuaNode {
    let first = at
    guard enter() else {
      leave()
      return skipBlock()
    }
    defer { leave() }
    switch kind {
    case .semicolon:
      at += 1
      return make(.emptyStatement, from: first)
    case .if: return readIf()
    case .while: return readWhile()
    case .do:
      at += 1
      let block = readScopedBlock()
      expect(.endWord, closing: first)
      return make(.doStatement, from: first, around: block)
    case .for: return readFor()
    case .repeat: return readRepeat()
    case .function: return readFunctionStatement()
    case .local: return nextKind == .function ? readLocalFunction() : readLocal()
    case .doubleColon: return readLabel()
    case .return: return readReturn()
    case .break:
      at += 1
      labels.leaveLoop(tokens[first])
      return make(.breakStatement, from: first)
    case .goto: return readGoto()
    default: return readExpressionStatement()
    }
  }

  private mutating func readIf() -> LuaNode {
    let first = at
    var list = NodeList()
    repeat {
      at += 1
      append(readExpression(), to: &list)
      expect(.then)
      append(readScopedBlock(), to: &list)
    } while kind == .elseif
    if take(.else) { append(readScopedBlock(), to: &list) }
    expect(.endWord, closing: first)
    return make(.ifStatement, from: first, list)
  }

  private mutating func readWhile() -> LuaNode {
    let first = at
    at += 1
    let condition = readExpression()
    expect(.do)
    let block = readScopedBlock(isLoop: true)
    expect(.endWord, closing: first)
    return make(.whileStatement, from: first, around: condition, block)
  }

  private mutating func readRepeat() -> LuaNode {
    let first = at
    at += 1
    beginBlock(isLoop: true)
    beginBlock()
    let block = readBlock()
    expect(.until, closing: first)
    let condition = readExpression()
    endBlock()
    endBlock()
    return make(.repeatStatement, from: first, around: block, condition)
  }

  private mutating func readFor() -> LuaNode {
    let first = at
    at += 1
    var list = NodeList()
    var variables: [(LuaNode, Int)] = []
    let isNumeric = kind == .name && nextKind == .assign
    repeat {
      guard let declaration = readDeclaration() else { break }
      append(declaration, to: &list)
      variables.append((declaration, at - 1))
    } while !isNumeric && take(.comma)
    if isNumeric {
      at += 1
      append(readExpression(), to: &list)
      expect(.comma)
      append(readExpression(), to: &list)
      if take(.comma) { append(readExpression(), to: &list) }
    } else {
      if variables.count == 1, kind != .in {
        report(.expectedWords("'=' or 'in'"))
      } else {
        expect(.in)
      }
      if kind == .in || kind == .assign { at += 1 }
      append(readExpressions(), to: &list)
    }
    beginBlock(isLoop: true, hidden: isNumeric ? 3 : 4)
    expect(.do)
    beginBlock()
    for (node, place) in variables { declare(node, .loop, token: place) }
    append(readBlock(), to: &list)
    endBlock()
    expect(.endWord, closing: first)
    endBlock()
    return make(isNumeric ? .numericFor : .genericFor, from: first, list)
  }

  /// Parses the name of a variable that is declared later.
  mutating func readDeclaration() -> LuaNode? {
    guard kind == .name else {
      report(.expected(.name))
      return nil
    }
    at += 1
    return make(.declaration, from: at - 1)
  }

  private mutating func readFunctionStatement() -> LuaNode {
    let first = at
    at += 1
    var isMethod = false
    var target: LuaNode
    if kind == .name {
      target = readName()
    } else {
      report(.expected(.name))
      target = make(.missing, from: at)
    }
    while kind == .dot || kind == .colon {
      isMethod = kind == .colon
      at += 1
      let place = at
      expect(.name)
      target = make(
        isMethod ? .methodName : .field,
        from: self.first(of: target),
        token: min(place, at),
        around: target
      )
      if isMethod { break }
    }
    if kind(of: target) == .name {
      scopes.noteWrites(of: [target])
      checkWritable(target)
    }
    let function = readFunctionBody(from: at, keyword: first, isMethod: isMethod)
    return make(.functionStatement, from: first, around: target, function)
  }

  private mutating func readLocalFunction() -> LuaNode {
    let first = at
    at += 2
    let place = at
    guard let declaration = readDeclaration() else { return make(.broken, from: first) }
    declare(declaration, .function, token: place)
    let function = readFunctionBody(from: at, keyword: first + 1, isMethod: false)
    return make(.localFunction, from: first, around: declaration, function)
  }

  private mutating func readLocal() -> LuaNode {
    let first = at
    at += 1
    var list = NodeList()
    var variables: [(node: LuaNode, place: Int, attribute: String)] = []
    repeat {
      let place = at
      guard kind == .name else {
        report(.expected(.name))
        break
      }
      at += 1
      let attribute = readAttribute()
      if attribute?.name == "close", variables.contains(where: { $0.attribute == "close" }) {
        note(.secondClose, at: place)
      }
      var parts = NodeList()
      if let attribute { append(attribute.node, to: &parts) }
      let declaration = make(.declaration, from: place, parts)
      append(declaration, to: &list)
      variables.append((declaration, place, attribute?.name ?? ""))
    } while take(.comma)
    if take(.assign) { append(readExpressions(), to: &list) }
    for (node, place, attribute) in variables {
      declare(node, .local, attribute: attribute, token: place)
    }
    return make(.local, from: first, list)
  }

  private mutating func readAttribute() -> (node: LuaNode, name: String)? {
    guard kind == .less else { return nil }
    let first = at
    at += 1
    let place = at
    expect(.name)
    let name = place < at ? text(of: place) : ""
    if place < at, name != "const", name != "close" { note(.unknownAttribute(name), at: place) }
    expect(.greater)
    return (make(.attribute, from: first, token: place), name)
  }

  private mutating func readLabel() -> LuaNode {
    let first = at
    at += 1
    let place = at
    expect(.name)
    expect(.doubleColon)
    let node = make(.label, from: first, token: place)
    guard place < at, tokens[place].kind == .name else { return node }
    var next = max(at, labelsEnd)
    while next < tokens.count {
      // Empty statements and more labels may follow the last label of a block.
      if tokens[next].kind == .semicolon {
        next += 1
      } else if tokens[next].kind == .doubleColon, next + 2 < tokens.count,
        tokens[next + 1].kind == .name, tokens[next + 2].kind == .doubleColon
      {
        next += 3
      } else {
        break
      }
    }
    labelsEnd = next
    let isLast: Bool =
      switch tokens[min(next, tokens.count - 1)].kind {
      case .end, .endWord, .else, .elseif: true
      default: false
      }
    labels.add(
      text(of: place),
      tokens[place],
      activeCount: scopes.activeCount,
      isLast: isLast,
      variable: scopes.activeName
    )
    return node
  }

  private mutating func readGoto() -> LuaNode {
    let first = at
    at += 1
    let place = at
    expect(.name)
    if place < at {
      labels.jump(to: text(of: place), tokens[place], activeCount: scopes.activeCount)
    }
    return make(.gotoStatement, from: first, token: place)
  }

  private mutating func readReturn() -> LuaNode {
    let first = at
    at += 1
    var list = NodeList()
    if !endsBlock, kind != .semicolon { readExpressions(into: &list) }
    _ = take(.semicolon)
    return make(.returnStatement, from: first, list)
  }

  private mutating func readExpressionStatement() -> LuaNode {
    let first = at
    let expression = readSuffixed()
    if at == first {
      // The token cannot begin a statement.
      at += 1
      return make(.broken, from: first, around: expression)
    }
    if kind == .assign || kind == .comma { return readAssignment(expression, from: first) }
    guard kind(of: expression) == .call || kind(of: expression) == .methodCall else {
      report(.noStatement)
      return make(.broken, from: first, around: expression)
    }
    return make(.callStatement, from: first, around: expression)
  }

  private mutating func readAssignment(_ expression: LuaNode, from first: Int) -> LuaNode {
    var targets = NodeList()
    append(expression, to: &targets)
    var all = [expression]
    checkTarget(expression)
    while take(.comma) {
      let target = readSuffixed()
      checkTarget(target)
      append(target, to: &targets)
      all.append(target)
    }
    let left = make(.targets, from: first, targets)
    scopes.noteWrites(of: all.filter { kind(of: $0) == .name })
    expect(.assign)
    let right = readExpressions()
    for target in all { checkWritable(target) }
    return make(.assignment, from: first, around: left, right)
  }

  private mutating func checkTarget(_ node: LuaNode) {
    switch kind(of: node) {
    case .name, .field, .indexed, .missing: break
    default: report(.noStatement)
    }
  }

  /// Checks that a variable is not constant.
  private mutating func checkWritable(_ node: LuaNode) {
    guard kind(of: node) == .name else { return }
    let place = first(of: node)
    if !scopes.attribute(of: variable(of: node)).isEmpty {
      note(.assignToConstant(text(of: place)), at: place)
    }
  }
}
